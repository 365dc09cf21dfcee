import { badRequest, businessRule, errorCatalogue, type ErrorRow, type LocalizedText } from "../../platform/contract/index.ts";

const tooLarge = (text: LocalizedText): ErrorRow => ({ status: 413, type: "Payload_Too_Large", text });

/** Refusals of a whole file: it cannot be read, or its header does not say what its columns are. */
export const fileErrors = errorCatalogue({
  file_empty: businessRule(422, {
    "pt-BR": "O arquivo não tem nenhuma linha; envie uma linha de cabeçalho com os nomes das colunas e, abaixo dela, os dados.",
    en: "The file has no rows; send a header row with the names of the columns and the data below it.",
  }),
  file_is_spreadsheet: businessRule(422, {
    "pt-BR": "O conteúdo é uma planilha XLSX, mas veio como CSV; envie-o com Content-Type: {allowed}.",
    en: "The content is an XLSX spreadsheet, but it came as CSV; send it with Content-Type: {allowed}.",
  }),
  file_not_text: businessRule(422, {
    "pt-BR": "O conteúdo não é texto: há bytes nulos; envie um CSV em UTF-8, Windows-1252 ou UTF-16.",
    en: "The content is not text: it has null bytes; send a CSV in UTF-8, Windows-1252 or UTF-16.",
  }),
  header_unreadable: businessRule(422, {
    "pt-BR": "A linha de cabeçalho, {line}, não pôde ser lida; confira as aspas, e que ela tem até {allowed} bytes.",
    en: "The header row, {line}, could not be read; check the quotes, and that it has at most {allowed} bytes.",
  }),
  line_too_long: tooLarge({
    "pt-BR": "A linha {line} passa de {allowed} bytes sem acabar; confira os fins de linha e as aspas do arquivo.",
    en: "Line {line} exceeds {allowed} bytes without an end; check the line ends and the quotes of the file.",
  }),
  content_being_read: {
    status: 409,
    type: "Business_Logic_Error",
    text: {
      "pt-BR": "O conteúdo do lote {received} já está sendo lido por outra chamada; consulte o lote e leia os resultados.",
      en: "The content of the bulk job {received} is being read by another call already; look at the job and read its results.",
    },
  },
  columns_too_many: businessRule(422, {
    "pt-BR": "O arquivo tem {received} colunas; o máximo é {allowed}.",
    en: "The file has {received} columns; the maximum is {allowed}.",
  }),
  column_unknown: businessRule(422, {
    "pt-BR":
      "A coluna {column}, {received}, não é conhecida{nearest}; renomeie-a, diga o que ela é com mapping={received}:/campo, ou ignore-a com mapping={received}:-",
    en: "The column {column}, {received}, is not known{nearest}; rename it, say what it is with mapping={received}:/field, or ignore it with mapping={received}:-",
  }),
  column_repeated: businessRule(422, {
    "pt-BR": "As colunas {first} e {received} dizem o mesmo campo, {field}; deixe uma só, ou ignore uma com mapping={received}:-",
    en: "The columns {first} and {received} stand for the same field, {field}; keep one of them, or ignore one with mapping={received}:-",
  }),
  column_missing: businessRule(422, {
    "pt-BR": "Falta a coluna {field} ({name}), obrigatória em linhas de {op}; acrescente-a, ou diga com mapping qual coluna ela é.",
    en: "The column {field} ({name}) is missing, which rows of {op} need; add it, or say with mapping which column it is.",
  }),
  column_of_other_op: businessRule(422, {
    "pt-BR": "A coluna {column}, {received}, é o campo {field}, que linhas de {op} não têm; tire-a, ou ignore-a com mapping={received}:-",
    en: "The column {column}, {received}, is the field {field}, which rows of {op} do not have; remove it, or ignore it with mapping={received}:-",
  }),
  op_unclear: businessRule(422, {
    "pt-BR": "As colunas não dizem o que as linhas fazem; diga op: {allowed}.",
    en: "The columns do not say what the rows do; say op: {allowed}.",
  }),
  mapping_malformed: {
    status: 400,
    type: "Parameter_Error",
    text: {
      "pt-BR": '{pointer}: {received} não é coluna:campo; escreva, por exemplo, "preço cheio:/price/listPrice", ou coluna:- para ignorar.',
      en: '{pointer}: {received} is not column:field; write, for example, "preço cheio:/price/listPrice", or column:- to ignore it.',
    },
  },
  mapping_field_unknown: businessRule(422, {
    "pt-BR": "mapping: o campo {received}, da coluna {column}, não existe{nearest}.",
    en: "mapping: the field {received}, of the column {column}, does not exist{nearest}.",
  }),
  mapping_column_repeated: businessRule(422, {
    "pt-BR": "mapping: a coluna {received} já foi dita, como {first}; diga cada coluna uma vez só.",
    en: "mapping: the column {received} was named before, as {first}; name each column once.",
  }),
  mapping_column_unknown: businessRule(422, {
    "pt-BR": "mapping: o arquivo não tem a coluna {received}{nearest}.",
    en: "mapping: the file has no column {received}{nearest}.",
  }),
  xlsx_not_zip: businessRule(422, {
    "pt-BR": "O conteúdo não é uma planilha XLSX: {reason}; salve-a como .xlsx, ou envie CSV.",
    en: "The content is no XLSX spreadsheet: {reason}; save it as .xlsx, or send CSV.",
  }),
  xlsx_damaged: businessRule(422, {
    "pt-BR": "A planilha está danificada, em {part}: {reason}; abra-a, salve-a de novo e reenvie.",
    en: "The spreadsheet is damaged, in {part}: {reason}; open it, save it again and send it.",
  }),
  xlsx_unsafe: businessRule(422, {
    "pt-BR": "A planilha traz {reason} em {part}, o que nenhum programa de planilhas escreve; salve-a de novo em um deles e reenvie.",
    en: "The spreadsheet has {reason} in {part}, which no spreadsheet program writes; save it again in one of them and send it.",
  }),
  xlsx_too_large: tooLarge({
    "pt-BR": "A planilha, descompactada, passa de {allowed} bytes em {part}; divida-a, ou envie os dados como CSV.",
    en: "The spreadsheet, inflated, exceeds {allowed} bytes in {part}; split it, or send the data as CSV.",
  }),
  xlsx_inflates_too_much: tooLarge({
    "pt-BR": "{part} cresce mais de {allowed} vezes ao descompactar, o que uma planilha de verdade não faz; envie os dados como CSV.",
    en: "{part} grows more than {allowed} times when inflated, which no real spreadsheet does; send the data as CSV.",
  }),
});

/** Problems of one row of a file. The other rows are not affected. */
export const fileRowErrors = errorCatalogue({
  row_ragged: badRequest({
    "pt-BR": "Linha {line}: tem {received} células, mas o cabeçalho tem {allowed} colunas; confira delimitadores e aspas.",
    en: "Line {line}: has {received} cells, but the header has {allowed} columns; check delimiters and quotes.",
  }),
  file_row_too_long: badRequest({
    "pt-BR": "Linha {line}: passa de {allowed} bytes; encurte-a.",
    en: "Line {line}: exceeds {allowed} bytes; shorten it.",
  }),
  row_quote_open: badRequest({
    "pt-BR": "Linha {line}, coluna {column}: as aspas que abrem aqui não fecham; feche-as, ou dobre as aspas que são parte do texto.",
    en: "Line {line}, column {column}: the quote that opens here does not close; close it, or double quotes that are part of the text.",
  }),
  row_quote_misplaced: badRequest({
    "pt-BR": "Linha {line}, coluna {column}: há texto depois das aspas que fecham a célula; dobre as aspas que são parte do texto.",
    en: "Line {line}, column {column}: there is text after the quote that closes the cell; double quotes that are part of the text.",
  }),
  row_not_utf8: badRequest({
    "pt-BR": "Linha {line}: tem bytes que não são UTF-8, embora o arquivo seja; salve-o inteiro em UTF-8.",
    en: "Line {line}: has bytes that are not UTF-8, although the file is; save all of it in UTF-8.",
  }),
  cell_character: badRequest({
    "pt-BR": "Linha {line}, coluna {column}: o texto tem {received}, que não é um caractere; remova-o.",
    en: "Line {line}, column {column}: the text has {received}, which is no character; remove it.",
  }),
  cell_number_ambiguous: badRequest({
    "pt-BR": "Linha {line}, coluna {column}: {received} pode ser {first} ou {second}; escreva {first} ou {exact}.",
    en: "Line {line}, column {column}: {received} could be {first} or {second}; write {first} or {exact}.",
  }),
  cell_digits_lost: badRequest({
    "pt-BR":
      "Linha {line}, coluna {column}: {received} tem mais de 15 algarismos, e a planilha já perdeu os últimos; formate a coluna como texto e digite o número de novo.",
    en: "Line {line}, column {column}: {received} has more than 15 digits, and the spreadsheet has already lost the last ones; format the column as text and type the number again.",
  }),
  cell_error: badRequest({
    "pt-BR": "Linha {line}, coluna {column}: a célula mostra {received}, um erro de fórmula; corrija-a na planilha.",
    en: "Line {line}, column {column}: the cell shows {received}, a formula error; correct it in the spreadsheet.",
  }),
  cell_not_calculated: badRequest({
    "pt-BR":
      "Linha {line}, coluna {column}: a fórmula não tem valor guardado; abra a planilha, salve-a e reenvie, ou troque a fórmula pelo valor.",
    en: "Line {line}, column {column}: the formula has no stored value; open the spreadsheet, save it and send it again, or replace the formula by its value.",
  }),
  cell_not_boolean: badRequest({
    "pt-BR": 'Linha {line}, coluna {column}: recebido {received}; escreva "sim" ou "não".',
    en: 'Line {line}, column {column}: received {received}; write "sim" or "não".',
  }),
  cell_of_other_op: badRequest({
    "pt-BR": "Linha {line}, coluna {column}: {received} está em um campo que linhas de {op} não têm; esvazie a célula.",
    en: "Line {line}, column {column}: {received} is in a field that rows of {op} do not have; empty the cell.",
  }),
  cell_without_column: badRequest({
    "pt-BR": "Linha {line}: {received} está em uma coluna sem nome no cabeçalho; dê-lhe um nome, ou esvazie a célula.",
    en: "Line {line}: {received} is in a column without a name in the header; name it, or empty the cell.",
  }),
});

export type RowErrorCode = (typeof fileRowErrors.codes)[number];

/** Refusals of the operations on the kept mapping. */
export const mappingErrors = errorCatalogue({
  mapping_repeated: businessRule(422, {
    "pt-BR": "{pointer}: a coluna {received} já está na lista, em {first}; diga cada coluna uma vez só.",
    en: "{pointer}: the column {received} is in the list already, at {first}; name each column once.",
  }),
  mapping_version_differs: {
    status: 412,
    type: "Precondition_Failed",
    text: {
      "pt-BR":
        "If-Match pede o mapeamento {received}, mas o registrado é {allowed}. Nada foi gravado; leia-o de novo e envie If-Match: {allowed}.",
      en: "If-Match asks for mapping {received}, but the one on record is {allowed}. Nothing was written; read it again and send If-Match: {allowed}.",
    },
  },
});
