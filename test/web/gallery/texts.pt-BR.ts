export const texts = {
  screens: {
    home: "Início",
    products: "Produtos",
    critiques: "Críticas",
    stock: "Estoque e preço",
    orders: "Pedidos",
    invoices: "Notas",
    import: "Importar",
    developers: "Desenvolvedores",
    team: "Equipe",
  },
};
