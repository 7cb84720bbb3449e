import type { PageTexts } from "../en/pages.ts";

/** The Worker's pages in Spanish. */
export const pages: PageTexts = {
	maintenance: {
		title: "Volvemos enseguida",
		lead: "Estamos haciendo tareas de mantenimiento. Las páginas, las descargas y los pagos se detienen hasta que terminemos.",
		kept: "No se pierde nada: tus archivos, tus compras y los pagos ya hechos están a salvo. Si tienes una subida abierta en otra pestaña, espera y continúa sola.",
		again: "Intentar de nuevo",
	},
};
