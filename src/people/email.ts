import { text } from "../platform/contract/index.ts";

const MAX_LENGTH = 254;
/** Looser than RFC 5321, as browsers' own fields are: whoever owns the address will tell whether it is right. */
const ADDRESS = '^\\s*[^\\s@,;<>"]+@[^\\s@,;<>"]+\\.[^\\s@,;<>".]+\\s*$';

/** An e-mail address in a body. Letter case and spaces at its ends do not matter. */
export const emailField = text({
  maxLength: MAX_LENGTH,
  pattern: ADDRESS,
  personal: true,
  description: "E-mail; maiúsculas e espaços nas pontas não importam.",
  examples: ["ana@loja-aurora.example"],
  refusal: {
    code: "email_malformed",
    text: {
      "pt-BR": '{pointer}: veio como "{received}"; envie um e-mail, como ana@loja.example.',
      en: '{pointer}: came as "{received}"; send an e-mail address, such as ana@shop.example.',
    },
  },
});

/** The form in which addresses are stored and compared. */
export const normalizedEmail = (email: string): string => email.trim().normalize("NFC").toLowerCase();
