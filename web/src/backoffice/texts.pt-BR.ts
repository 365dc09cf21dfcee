export const texts = {
  screens: { home: "Início" },
};
