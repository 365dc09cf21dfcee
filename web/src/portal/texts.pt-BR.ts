export const texts = {
  screens: { home: "Início", stock: "Estoque e preço" },
  screens: { home: "Início", orders: "Pedidos", order: "Pedido" },
};
