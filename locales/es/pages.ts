import type { ConsentTexts, PageTexts } from "../en/pages.ts";

/** The Worker's pages in Spanish. */
export const pages: PageTexts = {
	maintenance: {
		title: "Volvemos enseguida",
		lead: "Estamos haciendo tareas de mantenimiento. Las páginas, las descargas y los pagos se detienen hasta que terminemos.",
		kept: "No se pierde nada: tus archivos, tus compras y los pagos ya hechos están a salvo. Si tienes una subida abierta en otra pestaña, espera y continúa sola.",
		again: "Intentar de nuevo",
	},
	imprint: {
		title: "Aviso legal",
		name: "Nombre",
		address: "Dirección",
		email: "Correo",
		phone: "Teléfono",
		register: "Registro",
		vatId: "NIF-IVA",
		back: ({ appName }) => `Volver a ${appName}`,
	},
	embed: {
		by: ({ creator }) => `de ${creator}`,
		files: ({ n }) => (n === 1 ? "1 archivo" : `${n} archivos`),
		buy: ({ price }) => `Comprar por ${price}`,
		free: "Conseguirlo gratis",
		chosen: "Paga lo que quieras",
		soldOut: "Agotado",
		stopped: "Ahora mismo no está a la venta",
		see: "Ver los archivos",
		at: ({ appName }) => `en ${appName}`,
		missing: "Esta publicación ya no está disponible",
	},
	closedShare: {
		notOpen: {
			title: ({ date }) => `Se abre el ${date}`,
			lead: "Este enlace se abrirá más adelante. Vuelve entonces para ver qué contiene.",
		},
		ended: {
			title: ({ date }) => `Terminó el ${date}`,
			lead: "Este enlace tenía una fecha límite. Los archivos ya no se pueden comprar ni descargar.",
		},
		locked: {
			title: "Hace falta una contraseña",
			lead: "Pídesela al creador.",
			label: "Contraseña",
			open: "Abrir",
			wrong: "La contraseña no es correcta. Inténtalo de nuevo.",
			wait: ({ seconds }) =>
				seconds === 1
					? "Demasiados intentos. Espera un segundo."
					: `Demasiados intentos. Espera ${seconds} segundos.`,
		},
		by: ({ creator }) => `de ${creator}`,
		purchases: "¿Ya lo compraste? Busca tus compras",
		terms: "Condiciones",
		privacy: "Privacidad",
	},
	saleAlert: {
		label: "Correo",
		ask: "Avísame cuando vuelva",
		askOpening: "Avísame cuando se abra",
		wrongEmail: "Escribe un correo válido",
		wait: "Demasiados intentos. Inténtalo más tarde.",
		toShare: "Volver a los archivos",
		sent: {
			title: "Mira tu correo",
			text: ({ email }) =>
				`Si ${email} aún no está en la lista, un enlace va de camino. Ábrelo para confirmar y recibirás un solo correo en cuanto los archivos estén a la venta.`,
		},
		confirm: {
			title: "¿Te avisamos cuando se pueda comprar?",
			text: "Recibirás un solo correo y después borraremos tu dirección.",
			button: "Sí, avísame",
		},
		confirmed: {
			title: "Te avisaremos",
			text: "Recibirás un solo correo en cuanto los archivos estén a la venta y después borraremos tu dirección.",
			button: "No me avises",
		},
		stopped: {
			title: "No recibirás nada sobre esto",
			text: "Hemos borrado tu dirección.",
		},
		gone: {
			title: "Este enlace ya no sirve",
			text: "Ya te avisamos, nos pediste que no lo hiciéramos o el enlace es demasiado antiguo. Si volviste a pedir el aviso, usa el enlace del último correo.",
		},
	},
	timeLeft: {
		hours: ({ n }) => (n === 1 ? "Queda 1 hora." : `Quedan ${n} horas.`),
		minutes: ({ n }) => (n === 1 ? "Queda 1 minuto." : `Quedan ${n} minutos.`),
		until: ({ date }) => `A la venta hasta el ${date}.`,
		downloadsEnd: "Las descargas terminan al mismo tiempo.",
	},
	unsubscribe: {
		title: "Mensajes de creadores",
		thisCreator: "este creador",
		ask: {
			title: ({ name }) => `¿Dejar de recibir mensajes de ${name}?`,
			text: () => "No te llegarán más correos de los que escribe a sus compradores.",
		},
		stopped: {
			title: ({ name }) => `No recibirás más mensajes de ${name}`,
			text: () => "Listo. También se retienen los mensajes que ya estaban en camino.",
		},
		resumed: {
			title: ({ name }) => `Vuelves a recibir mensajes de ${name}`,
			text: () => "Te llegará el próximo.",
		},
		stillReceipts:
			"Seguirás recibiendo todo sobre tus compras: recibos, reembolsos y plazos de los archivos eliminados.",
		stop: "Dejar de recibirlos",
		resume: "Volver a recibirlos",
	},
	legalLinks: {
		label: "Más páginas",
		withdraw: "Desistir de un contrato",
		imprint: "Aviso legal",
		api: "API",
	},
};

/** The texts that buyers agree to, in Spanish. */
export const consentTexts: ConsentTexts = {
	"2026-11":
		"Solicito expresamente que el suministro de los archivos comience antes de que termine el plazo de desistimiento y sé que con ello pierdo mi derecho de desistimiento.",
};
