const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ""));

/**
 * Passwords of twelve or more letters and digits that lists of leaked ones begin with, in the languages of the marketplace; as they are once spaces,
 * accents and punctuation are gone. Shorter ones are refused for their length.
 */
export const COMMON_PASSWORDS = words(`
  123456789012 1234567890123 12345678901234 123456789101 1234567891011 123456123456 123123123123 111222333444 112233445566 102030405060
  010203040506 987654321012 147258369147 159357258456 741852963741 0123456789012 1q2w3e4r5t6y 1qaz2wsx3edc 1q2w3e4r5t6y7u zaq12wsxcde3
  qwertyuiop123 qwertyuiopas qwertyuiopasdf qwerty123456 qwerty1234567 qwerty12345678 asdfghjkl123 asdfghjklzxc asdfghjklzxcvbnm zxcvbnm12345
  zxcvbnmasdfgh abcdefghijkl abcdefgh1234 abc123456789 abcd12345678 abcdef123456 a1b2c3d4e5f6 aa1234567890 passwordpassword password1234
  password12345 password123456 password123456789 passw0rd1234 p4ssw0rd1234 mypassword123 letmeinplease letmein12345 iloveyou1234 iloveyouforever
  welcome12345 welcome123456 administrator admin1234567 admin12345678 adminadminadmin changeme1234 changemeplease correcthorsebatterystaple
  trustno1trustno1 superman1234 batman123456 dragon123456 monkey123456 football1234 baseball1234 princess1234 sunshine1234 starwars1234 whatever1234
  michaeljordan manchesterunited liverpoolfc12 minhasenha123 minhasenha1234 minhasenhaforte senha1234567 senha12345678 senha123456789 senhasenhasenha
  senhasegura123 senhaforte123 mudarsenha123 mudar1234567 trocarsenha123 senhapadrao123 administrador administrador1 administrador123 brasil123456
  brasilbrasil flamengo1234 flamengo12345 corinthians1 corinthians12 corinthians123 palmeiras1234 saopaulofc123 santosfc12345 vascodagama123
  vascodagama12 gremio123456 internacional internacional1 internacional123 cruzeiro1234 atleticomineiro botafogo1234 fluminense123 euteamo12345
  euteamomuito teamomuito12 jesusmeama12 jesuscristo12 jesuscristo123 deusefiel123 deusefiel1234 deusnocomando familia12345 amoraminhafamilia
  meuamor12345 felicidade123 primeiravitrine vitrine12345 vitrine123456 vitrinevitrine marketplace1 marketplace12 marketplace123 lojalojaloja
  lojista12345 primeiroacesso primeiroacesso1 acesso123456 usuario12345 convidado1234 teste1234567 teste12345678 testeteste12 testetesteteste
  temp12345678 temporario123 ganhardinheiro 10203040506070 100200300400 121212121212 131313131313 232323232323 252525252525 696969696969
`);

/** Words that do not make a password by being followed by numbers. */
export const COMMON_WORDS = words(`
  password passwords passwort senha senhas senhaforte senhasegura minhasenha mypassword mudar mudarsenha trocarsenha changeme letmein welcome bemvindo
  admin administrator administrador administrator1 root usuario user guest convidado teste testing test temporario temporary qwerty qwertyuiop asdfgh
  asdfghjkl zxcvbnm abcdef abcdefg abcdefgh iloveyou euteamo teamo meuamor jesus jesuscristo deusefiel familia felicidade brasil saopaulo riodejaneiro
  flamengo corinthians palmeiras santos vasco gremio internacional cruzeiro atletico botafogo fluminense vitrine marketplace lojista loja vendedor
  superman batman dragon monkey football baseball princess sunshine starwars whatever liverpool chelsea arsenal barcelona realmadrid
`);
