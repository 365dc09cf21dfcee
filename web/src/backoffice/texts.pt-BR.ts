export const texts = {
  screens: { home: "Início", order: "Pedido", orders: "Pedidos", product: "Produto", risk: "Risco" },
};
