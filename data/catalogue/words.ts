/** Model names, given to the families of a product type in turn. */
export const MODELS: readonly string[] = [
  "Vereda", "Maré", "Jatobá", "Aroeira", "Cerrado", "Garoa", "Pampa", "Serrana", "Ipê", "Nascente", "Alvorada", "Orvalho", "Mirante", "Poente",
  "Candeia", "Farol", "Horizonte", "Buriti", "Carnaúba", "Juçara", "Sabiá", "Tangará", "Uirapuru", "Andorinha", "Colibri", "Bem-te-vi", "Curió",
  "Capim", "Enseada", "Igarapé", "Mangue", "Quaresma", "Restinga", "Sereno", "Tropeiro", "Umbu", "Várzea", "Xaxim", "Zabumba", "Baião", "Ciranda",
  "Fandango", "Jangada", "Lagoa", "Moringa", "Araucária", "Pitanga", "Caju", "Lampião", "Viola",
];

/** Colours by what they are worn on; the first of a joined pair is the predominant one. */
export const PALETTES = {
  sober: ["Preto", "Branco", "Cinza", "Azul-marinho", "Chumbo", "Bege", "Marrom", "Preto+Branco"],
  vivid: ["Preto", "Vermelho", "Azul-royal", "Verde-limão", "Laranja", "Pink", "Amarelo-neon", "Roxo", "Preto+Vermelho", "Azul+Branco"],
  soft: ["Off-white", "Rosa-claro", "Azul-claro", "Lavanda", "Verde-água", "Bege", "Branco", "Pêssego", "Rosa-claro+Branco"],
  earth: ["Marrom", "Caramelo", "Verde-militar", "Areia", "Terracota", "Preto", "Cáqui", "Café"],
  metal: ["Prata", "Dourado", "Rosé", "Preto", "Grafite", "Bronze"],
  clear: ["Incolor"],
  nails: ["Vermelho", "Vinho", "Nude", "Rosa-chá", "Preto", "Coral", "Lilás"],
} as const satisfies Record<string, readonly string[]>;

export const SWEET_FLAVORS = ["Chocolate", "Baunilha", "Morango", "Cookies e Creme", "Doce de Leite", "Banana com Canela", "Paçoca", "Cappuccino", "Coco", "Cookies", "Chocolate Branco", "Brigadeiro", "Morango com Banana", "Chocolate+Avelã"] as const;
export const FRUIT_FLAVORS = ["Limão", "Laranja", "Tangerina", "Maracujá", "Abacaxi com Hortelã", "Açaí com Guaraná", "Melancia", "Maçã Verde", "Uva", "Frutas Vermelhas", "Guaraná", "Tutti-frutti", "Limão+Gengibre"] as const;
export const NO_FLAVORS = ["Sem Sabor", "Natural"] as const;

/** Which tint of the sandbox's pictures shows a colour or flavour best; the others are shown by the dark one. */
const TINTS: Readonly<Record<string, readonly string[]>> = {
  red: ["Vermelho", "Vinho", "Rosa-claro", "Rosa-chá", "Rosé", "Pink", "Coral", "Laranja", "Pêssego", "Terracota", "Nude", "Morango", "Melancia", "Frutas Vermelhas", "Morango com Banana", "Tutti-frutti", "Laranja", "Tangerina"],
  blue: ["Azul-royal", "Azul", "Azul-claro", "Azul-marinho", "Roxo", "Lavanda", "Lilás", "Uva", "Açaí com Guaraná", "Incolor", "Prata"],
  green: ["Verde-limão", "Verde-água", "Verde-militar", "Amarelo-neon", "Limão", "Maçã Verde", "Abacaxi com Hortelã", "Maracujá"],
};
export const tintOf = (variation: string): string => {
  const predominant = variation.split("+")[0]!;
  return Object.keys(TINTS).find((tint) => TINTS[tint]!.includes(predominant)) ?? "black";
};

/** Last sentences of a description; one per family. */
export const CLOSERS: readonly string[] = [
  "Produto novo, na embalagem original e com nota fiscal.",
  "As cores podem variar um pouco conforme a tela.",
  "Guarde em local seco, arejado e longe do sol.",
  "Troca facilitada nos primeiros sete dias.",
  "Desenhado e conferido peça a peça antes do envio.",
];
