export const texts = {
  greeting: "Olá, {{name}}",
  waiting: "O que espera por você. Cada número abre a sua lista.",
  nothing: "Nada espera por você agora.",
  oldest: "o mais antigo",
  emptyList: "A lista está vazia.",
  groups: { catalog: "Catálogo", orders: "Pedidos", integrations: "Integrações", system: "Sistema" },
  numbers: {
    reviews_waiting: "Esperam revisão",
    reviews_late: "Revisões atrasadas",
    changes_open: "Mudanças em aberto",
    orders_frozen: "Pedidos congelados",
    orders_late: "Entregas atrasadas",
    endpoints_failing: "Endereços com falhas",
    endpoints_disabled: "Endereços desativados",
    validations_active: "Validações em andamento",
    jobs_behind: "Trabalhos atrasados",
  },
};
