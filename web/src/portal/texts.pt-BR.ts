export const texts = {
  screens: { home: "Início", orders: "Pedidos", order: "Pedido", products: "Produtos", critiques: "Críticas", stock: "Estoque e preço" },
};
