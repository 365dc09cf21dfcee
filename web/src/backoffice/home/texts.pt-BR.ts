export const texts = {
  greeting: "Olá, {{name}}",
};
