export const texts = {
  screens: { home: "Início", stock: "Estoque e preço" },
  screens: { home: "Início", orders: "Pedidos", order: "Pedido" },
  screens: { home: "Início", critiques: "Críticas", orders: "Pedidos", order: "Pedido" },
  screens: { home: "Início", products: "Produtos" },
};
