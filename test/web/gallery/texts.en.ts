export const texts = {
  screens: {
    home: "Home",
    products: "Products",
    critiques: "Critiques",
    stock: "Stock and price",
    orders: "Orders",
    invoices: "Invoices",
    import: "Import",
    developers: "Developers",
    team: "Team",
  },
};
