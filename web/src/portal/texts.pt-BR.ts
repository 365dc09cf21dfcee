export const texts = {
  screens: { home: "Início", stock: "Estoque e preço" },
};
