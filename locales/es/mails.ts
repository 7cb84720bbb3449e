import type { MailTexts } from "../en/mails.ts";

/** The mails in Spanish. */
export const mails: MailTexts = {
	layout: {
		lang: "es",
		buttonHint: ({ url }) => `Si el botón no funciona, abre esta dirección: ${url}`,
	},
	labels: {
		files: "Archivos",
		creator: "Creador",
		buyer: "Comprador",
		price: "Precio",
		reference: "Referencia",
		noteReference: "Referencia en la nota",
		confirmationCode: "Código de confirmación",
		reason: "Motivo",
		date: "Fecha",
		paid: "Pagado",
		paidBy: "Forma de pago",
		card: "Tarjeta",
		cashApp: "Cash App",
		refunded: "Reembolsado",
		notRefunded: "Sin reembolsar",
		platformFee: "Comisión de la plataforma",
		processingFee: "Comisión de procesamiento",
		earned: "Tú ganas",
		downloadUntil: "Disponible hasta",
		disputed: "En disputa",
		answerBy: "Fecha límite",
		takenByBank: "Retirado por el banco",
		returnedByBank: "Devuelto por el banco",
		bankFee: "Comisión del banco por la disputa",
		platformFeeBack: "Nuestra comisión, devuelta",
		inAll: "En total",
	},
	buttons: {
		openPurchase: "Abrir mi compra",
		openFiles: "Abrir mis archivos",
		openShare: "Abrir la página de los archivos",
		openPayment: "Abrir la página de pago",
		openDashboard: "Abrir el panel",
		openSale: "Abrir la venta",
		openEvidence: "Abrir la página de pruebas",
		openSettings: "Abrir los ajustes",
		decide: "Aprobar o rechazar",
		returned: "Lo he devuelto o nunca llegó",
		writeToUs: "Escríbenos",
		confirmAddress: "Confirmar el correo",
		newPassword: "Elegir una contraseña nueva",
		resetPassword: "Restablecer la contraseña",
		payOtherCard: "Pagar con otra tarjeta",
	},
	linkIsSecret: "Este enlace es solo para ti. Cualquiera que lo tenga puede abrir la compra.",
	statementDelay: "El dinero puede tardar de cinco a diez días en aparecer en tu extracto.",

	verifyEmail: {
		subject: "Confirma tu correo electrónico",
		text: ({ appName }) =>
			`Te damos la bienvenida a ${appName}. Confirma que esta dirección es tuya para que te lleguen los avisos de venta, los recibos y los enlaces para cambiar la contraseña.`,
		note: ({ period }) =>
			`El enlace sirve durante ${period}. Si no has creado ninguna cuenta, ignora este correo.`,
	},
	resetPassword: {
		subject: "Restablece tu contraseña",
		text: "Alguien, esperamos que tú, ha pedido una contraseña nueva para tu cuenta.",
		note: ({ period }) =>
			`El enlace sirve una sola vez y durante ${period}. Si no has sido tú, ignora este correo: tu contraseña no cambia.`,
	},
	security: {
		passwordChanged: "Se ha cambiado tu contraseña",
		totpOn: "Se ha activado el inicio de sesión en dos pasos",
		totpOff: "Se ha desactivado el inicio de sesión en dos pasos",
		text: "Te avisamos de un cambio en tu cuenta. Si has sido tú, no tienes que hacer nada.",
		note: "Si no has sido tú, restablece ahora tu contraseña y revisa tus sesiones en los ajustes.",
	},
	reclaimed: {
		subject: "Se ha cambiado tu contraseña",
		confirmed: "Tienes una contraseña nueva y esta dirección queda confirmada.",
		removed:
			"Antes no estaba confirmada, así que quizá otra persona creó la cuenta. Por seguridad hemos cerrado todas las sesiones y hemos quitado los nombres, el inicio de sesión en dos pasos, el usuario de Cash App y las demás formas de cobro, las subidas sin terminar y los mensajes de ayuda. La venta de todas las publicaciones está detenida, y una suscripción Pro termina con el periodo ya pagado.",
		next: "Si la cuenta es tuya, vuelve a poner estos datos en los ajustes y reanuda la venta de tus publicaciones en el panel. Si no lo es, puedes eliminarla en los ajustes.",
	},
	renewalFailed: {
		subject: "No se pudo cobrar la renovación de Pro",
		refused:
			"No hemos podido cobrar en tu tarjeta el próximo mes de Pro: fue rechazada, o tu banco quiere que confirmes el pago. Lo intentaremos de nuevo en los próximos días.",
		keptUntil: ({ day }) =>
			`Conservas Pro hasta el ${day}. Paga antes con otra tarjeta y nada cambiará.`,
	},
	purchaseCode: {
		subject: "Tu código para encontrar tus compras",
		text: "Escribe este código en la página donde lo pediste.",
		note: ({ period }) =>
			`El código sirve durante ${period}. Si no has sido tú, ignora este correo.`,
	},

	receipt: {
		subject: "Tu recibo",
		thanks: "Gracias por tu compra. Tus archivos están listos para descargar.",
		thanksTo: ({ creator }) =>
			`Gracias por tu compra. Tus archivos de ${creator} están listos para descargar.`,
		keep: ({ period }) =>
			`Guarda este correo: el botón abre tu compra en cualquier dispositivo. Si el creador elimina los archivos, te avisamos y puedes descargarlos durante ${period} más.`,
	},
	sale: {
		subject: ({ title, net }) => `Vendiste «${title}» y ganaste ${net}`,
		text: "¡Enhorabuena! Así se reparte la venta.",
		claimedSubject: ({ price }) => `Un comprador dice que te pagó ${price}`,
		claimed: ({ price }) =>
			`Un comprador dice que te pagó ${price} en Cash App y recibió los archivos al momento, como elegiste. Busca allí el pago.`,
	},
	refund: {
		subject: "Compra reembolsada",
		text: "Tu compra se ha reembolsado por completo y ya no puedes descargar los archivos.",
	},
	autoRefund: {
		subject: "Te devolvemos tu pago",
		reasons: {
			duplicate:
				"Ya habías comprado estos archivos, así que tu segundo pago se ha reembolsado por completo.",
			sold_out:
				"La última copia se vendió mientras pagabas, así que tu pago se ha reembolsado por completo.",
			withdrawn:
				"Los archivos se retiraron mientras pagabas, así que tu pago se ha reembolsado por completo.",
			differs: "El pago no coincidía con el pedido, así que se ha reembolsado por completo.",
		},
	},
	refundFailed: {
		subject: "Tu reembolso ha fallado",
		refused: ({ amount }) =>
			`Tu banco no aceptó el reembolso de ${amount}; a menudo la tarjeta ha caducado o está cancelada. El dinero vuelve a estar en manos del creador.`,
		next: "Por eso tu compra sigue en pie y puedes volver a descargar. Si aún quieres recuperar el dinero, pregunta a tu banco qué tarjeta admite reembolsos y escríbenos con la referencia de abajo: podemos intentar el reembolso otra vez o hacerlo de otra forma.",
	},
	refundFailedSale: {
		subject: "Un reembolso ha fallado",
		refused: ({ amount }) =>
			`El banco del comprador no aceptó el reembolso de ${amount}. El dinero vuelve a ser tuyo, la venta sigue en pie y el comprador puede descargar de nuevo. Ya se lo hemos dicho al comprador.`,
		next: "Si aún quieres devolver el dinero, reembolsa la venta otra vez o acuerda otra forma con el comprador.",
	},
	autoRefundFailed: {
		subject: "Todavía no hemos podido devolverte tu pago",
		refused: ({ amount }) =>
			`Tu pago de ${amount} no hizo falta, así que intentamos devolvértelo. Tu banco no lo aceptó; a menudo la tarjeta ha caducado o está cancelada.`,
		next: "Lo intentaremos otra vez. Si tu tarjeta está cancelada, escríbenos con la referencia de abajo y te devolvemos el dinero de otra forma. Es tuyo.",
	},
	dispute: {
		subject: "Un pago está en disputa",
		held: "El banco de un comprador disputa un pago que recibiste. El importe queda retenido y el comprador no puede descargar hasta que se decida.",
		evidence:
			"La página de pruebas recoge lo que se vendió y lo que se descargó; imprímela o guárdala para tu respuesta.",
	},
	disputeReasons: {
		duplicate: "Pagado dos veces",
		fraudulent: "El titular de la tarjeta dice que no hizo este pago",
		product_not_received: "El comprador dice que no recibió los archivos",
		product_unacceptable: "El comprador dice que los archivos no son como se describían",
		unrecognized: "El titular de la tarjeta no reconoce el pago",
		credit_not_processed: "El comprador dice que falta un reembolso",
		subscription_canceled: "El comprador dice que había cancelado",
		other: "Otro motivo",
	},
	disputeLost: {
		subject: "Disputa perdida",
		decided:
			"El banco ha decidido a favor del comprador: se queda con el dinero y pierde el acceso a los archivos para siempre. La venta queda anulada.",
		cost: "El importe y la comisión del banco salen de tus ganancias, y te devolvemos nuestra comisión. Lo que tu saldo no cubra se descuenta de tus próximas ventas.",
	},
	disputeWon: {
		subject: "Disputa ganada",
		decided:
			"El banco ha decidido a tu favor: el importe vuelve a ser tuyo y el comprador puede descargar de nuevo.",
		cost: "Los bancos se quedan con su comisión por la disputa en cualquier caso.",
	},
	keptForBuyers: {
		subject: ({ day }) => `Descarga tus archivos hasta el ${day}`,
		deleted: ({ day }) =>
			`El creador ha eliminado archivos que compraste. Los guardamos para ti hasta el ${day}; después ya no estarán.`,
		next: "Descarga antes todo lo que quieras conservar.",
	},
	undecidedClaim: {
		subject: "Los archivos que esperabas se han eliminado",
		deleted:
			"El creador ha eliminado, sin responderte, unos archivos que nos dijiste que habías pagado. Ya no se pueden vender.",
		next: ({ price }) =>
			`Si pagaste ${price} en Cash App, pide allí al creador que te lo devuelva. Los pagos directos son entre tú y el creador; nosotros nunca tenemos ese dinero.`,
	},

	claim: {
		subject: ({ price }) => `¿Has recibido ${price} en Cash App?`,
		text: ({ price }) =>
			`Un comprador dice que te pagó ${price} en Cash App. Busca allí el pago y después apruébalo o recházalo. Al aprobarlo, este comprador recibe los archivos.`,
	},
	claimReminder: {
		subject: "Un comprador espera tu respuesta",
		text: ({ price }) =>
			`Desde ayer espera tu respuesta un comprador que dice que te pagó ${price} en Cash App.`,
	},
	claimToReturn: {
		subject: ({ price }) => `Devuelve ${price} en Cash App si los has recibido`,
		text: ({ price }) =>
			`Un comprador dice que te pagó ${price} en Cash App. Antes de que respondieras, otro pago ya le dio acceso a los mismos archivos, así que este sobra.`,
		next: "Busca en Cash App la referencia de abajo. Si el dinero llegó, devuélvelo y confírmalo con el botón: avisaremos al comprador.",
	},
	declined: {
		not_found: {
			subject: "No se encontró tu pago en Cash App",
			text: ({ price }) => `El creador no pudo encontrar tu pago de ${price} en Cash App.`,
			next: "Si has pagado, comprueba el código de confirmación en Cash App y envíalo otra vez desde la página de pago. Los pagos directos son entre tú y el creador.",
		},
		wrong_amount: {
			subject: "Tu pago en Cash App no coincide con el precio",
			text: ({ price }) =>
				`El creador dice que el importe que recibió en Cash App no es de ${price}, así que los archivos siguen bloqueados.`,
			next: "Compara el importe en Cash App. Arregla allí la diferencia con el creador o pídele que te devuelva el dinero; después envía otra vez el código de confirmación desde la página de pago. Los pagos directos son entre tú y el creador.",
		},
		returned: {
			subject: "Te han devuelto tu pago en Cash App",
			text: ({ price }) => `El creador dice que te ha devuelto tu pago de ${price} en Cash App.`,
			next: "Búscalo en Cash App. Si no está, pregunta allí al creador. Los pagos directos son entre tú y el creador.",
		},
		already_open: {
			subject: "Ya tienes acceso a los archivos que pagaste",
			text: ({ price }) =>
				`Nos dijiste que pagaste ${price} en Cash App. Antes de que el creador respondiera, otro pago te dio acceso a los archivos: descárgalos desde su página.`,
			next: "Por eso tu pago en Cash App sobra. Si llegó, ya le dijimos al creador que lo devuelva; si no te llega, pregúntale en Cash App. Los pagos directos son entre tú y el creador.",
		},
	},
};
