import type { MailTexts } from "../en/mails.ts";

/** The mails in Spanish. */
export const mails: MailTexts = {
	layout: {
		buttonHint: ({ url }) => `Si el botón no funciona, abre esta dirección: ${url}`,
	},
	labels: {
		when: "Cuándo",
		browser: "Navegador",
		country: "País",
		files: "Archivos",
		creator: "Creador",
		buyer: "Comprador",
		price: "Precio",
		reference: "Referencia",
		noteReference: "Código de referencia en la nota",
		confirmationCode: "ID de la transacción",
		reason: "Motivo",
		date: "Fecha",
		paid: "Pagado",
		paidBy: "Forma de pago",
		card: "Pago en línea",
		discountCode: "Código de descuento",
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
		caseNumber: "Número",
		decidedFor: "Motivo",
		rule: "Norma",
		name: "Nombre",
		email: "Correo",
		withdrawn: "Declarado",
		place: "Lugar (red / tarjeta)",
		newFile: "Archivo nuevo",
		newVersion: "Versión nueva",
		endpoint: "Punto de conexión",
	},
	buttons: {
		openSessions: "Revisar tus sesiones",
		openPurchase: "Abrir mis archivos",
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
		agreeOrObject: "Aceptar o rechazar",
		newPassword: "Elegir una contraseña nueva",
		resetPassword: "Restablecer la contraseña",
		payOtherCard: "Pagar con otra tarjeta",
		seeDecision: "Ver la decisión y reclamar",
	},
	linkIsSecret: "Este enlace es solo para ti. Cualquiera que lo tenga puede abrir la compra.",
	bought: {
		files: ({ n }) => (n === "1" ? "1 archivo" : `${n} archivos`),
		pictures: ({ n }) => (n === "1" ? "1 imagen en tamaño web" : `${n} imágenes en tamaño web`),
		allPictures: "todas las imágenes en tamaño web",
	},
	statementDelay: "El dinero puede tardar de cinco a diez días en aparecer en tu extracto.",

	verifyEmail: {
		subject: "Confirma tu correo electrónico",
		text: ({ appName }) =>
			`Te damos la bienvenida a ${appName}. Confirma tu correo para recibir los avisos de venta y los enlaces para cambiar la contraseña, y para que tus compradores reciban sus recibos.`,
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
		passkeyAdded: "Se ha añadido una clave de acceso",
		tokenAdded: "Se ha añadido un token de acceso",
		applicationConnected: "Una aplicación tiene ahora acceso a tu cuenta",
		passkeyRemoved: "Se ha quitado una clave de acceso",
		text: "Te avisamos de un cambio en tu cuenta. Si has sido tú, no tienes que hacer nada.",
		note: "Si no has sido tú, restablece ahora tu contraseña y revisa tus sesiones en los ajustes.",
	},
	addressChange: {
		confirmNew: {
			subject: "Confirma tu nuevo correo",
			text: ({ appName }) =>
				`Alguien, esperamos que tú, quiere usar este correo para su cuenta de ${appName}. Confirma que es tuyo.`,
			note: ({ period }) =>
				`El enlace sirve durante ${period}. Si no has sido tú, ignora este correo: no pasará nada.`,
		},
		confirmOld: {
			subject: "Tu correo está a punto de cambiar",
			text: ({ email }) =>
				`Alguien, esperamos que tú, quiere que tu cuenta use a partir de ahora el correo ${email}. Con el botón puedes aceptarlo o rechazarlo.`,
			unanswered: ({ period }) => `Si no aceptas en ${period}, no cambia nada.`,
			note: "Si no has sido tú, recházalo y cambia enseguida tu contraseña.",
		},
		taken: {
			subject: "Este correo ya tiene una cuenta",
			text: ({ appName }) =>
				`Alguien, quizá tú, quiso usar este correo para otra cuenta de ${appName}. Ya tiene una, así que no es posible y no se ha cambiado nada.`,
			note: "Si no has sido tú, ignora este correo. Si has sido tú, entra con este correo o elimina antes aquella cuenta.",
		},
		changed: {
			subject: "Se ha cambiado tu correo",
			atNew: "Desde ahora entras con este correo y aquí te llegan nuestros mensajes.",
			atOld: ({ email }) =>
				`Tu cuenta usa ahora el correo ${email}. Con este ya no puedes iniciar sesión.`,
			noteNew:
				"Por seguridad se han cerrado todas las sesiones menos la que pidió el cambio. Los cobros, las publicaciones y las ventas siguen igual.",
			noteOld: "Si no has sido tú, escríbenos enseguida.",
		},
	},
	newDevice: {
		subject: "Nuevo inicio de sesión en tu cuenta",
		text: "Alguien ha iniciado sesión en tu cuenta con un navegador que no habías usado antes. Si has sido tú, no tienes que hacer nada.",
		browser: ({ browser, system }) => `${browser} en ${system}`,
		unknown: "Desconocido",
		note: "Si no has sido tú, cierra esa sesión en los ajustes y cambia tu contraseña ahora mismo.",
	},
	reclaimed: {
		subject: "Se ha cambiado tu contraseña",
		confirmed: "Tienes una contraseña nueva y esta dirección queda confirmada.",
		removed:
			"Antes no estaba confirmada, así que quizá otra persona creó la cuenta. Por seguridad hemos cerrado todas las sesiones y hemos quitado los nombres, el inicio de sesión en dos pasos, el usuario de Cash App y las demás formas de cobro, las subidas sin terminar y los mensajes de ayuda. La venta de todas las publicaciones está detenida, y una suscripción Pro termina con el periodo ya pagado.",
		next: "Si la cuenta es tuya, vuelve a poner estos datos en los ajustes y reanuda la venta de tus publicaciones en el panel. Si no lo es, puedes eliminarla en los ajustes.",
	},
	webhookOff: {
		subject: "Se ha desactivado un punto de conexión de webhooks",
		failing: ({ days }) =>
			`Este punto de conexión ha fallado durante tres días, así que lo hemos desactivado. Guardaremos los eventos pendientes ${days} días.`,
		gone: ({ days }) =>
			`Este punto de conexión ha respondido que ya no existe (410), así que lo hemos desactivado. Guardaremos los eventos pendientes ${days} días.`,
		next: "Mira sus respuestas en los ajustes. Cuando lo actives allí de nuevo, enviaremos lo pendiente.",
	},
	webhookChanged: {
		subjects: {
			added: "Se ha añadido un punto de conexión de webhooks",
			moved: "Se ha cambiado la dirección de un punto de conexión de webhooks",
			secretChanged: "Un punto de conexión de webhooks tiene un secreto nuevo",
		},
		text: "Si has sido tú, no tienes que hacer nada.",
		note: "Si no has sido tú, restablece ahora tu contraseña: así se cierran todas las sesiones, se quitan todos los tokens de acceso y se desactivan todos los puntos de conexión de webhooks.",
	},
	webhooksReset: {
		subject: "Se han desactivado tus puntos de conexión de webhooks",
		text: "Se ha restablecido tu contraseña, así que hemos desactivado todos tus puntos de conexión de webhooks: otra persona podría haberlos añadido o cambiado.",
		next: "Revisa sus direcciones en los ajustes y activa los que conozcas. Entonces enviaremos lo pendiente.",
	},
	renewalFailed: {
		subject: "No se pudo cobrar la renovación de Pro",
		refused:
			"No hemos podido cobrar en tu tarjeta el próximo mes de Pro: fue rechazada, o tu banco quiere que confirmes el pago. Lo intentaremos de nuevo en los próximos días.",
		keptUntil: ({ day }) =>
			`Conservas Pro hasta el ${day}. Paga antes con otra tarjeta y nada cambiará.`,
	},
	choiceSent: {
		subject: ({ name, chosen, count }) => `${name} ha elegido ${chosen} de ${count}`,
		text: "Pediste a tus clientes que eligieran entre estos archivos. Mira quién ha elegido qué, copia los nombres para tu programa de fotos o cierra la selección.",
		button: "Ver la selección",
	},
	saleAlert: {
		confirm: {
			subject: "¿Quieres saber cuándo estará a la venta?",
			text: "Alguien escribió esta dirección en la página de estos archivos, que ahora mismo no se pueden comprar. Confírmala con el botón y recibirás un solo correo en cuanto estén a la venta.",
			button: "Sí, avísame",
			note: ({ period }) =>
				`El enlace sirve durante ${period}. Si no has sido tú, ignora este correo y borraremos tu dirección.`,
		},
		onSale: {
			subject: "Ya se pueden comprar los archivos que esperabas",
			text: "Nos pediste que te avisáramos: ya están a la venta.",
			note: "Es el único correo sobre esto: acabamos de borrar tu dirección de la lista.",
		},
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
		until: ({ time }) =>
			`Guarda este correo: el botón abre tu compra en cualquier dispositivo. Puedes descargar los archivos hasta el ${time}; después, las descargas terminan para todos.`,
	},
	consentGiven: ({ time, text }) => `Antes de pagar, el ${time}, aceptaste: «${text}»`,
	withdrawHere: ({ url }) => `Desistir del contrato: ${url}`,
	withdrawal: {
		subject: "Hemos recibido tu desistimiento",
		received: ({ time }) =>
			`Tu declaración nos llegó el ${time}. Guarda este correo: confirma lo que declaraste y cuándo.`,
		declaration: "«Por la presente desisto del contrato de la compra que se indica abajo.»",
		refundsItself:
			"Tu desistimiento ha llegado dentro del plazo. Te devolvemos el pago por el mismo medio y ya no podrás abrir los archivos.",
		outcomes: {
			right_lost:
				"Antes de pagar pediste acceso inmediato y aceptaste que con ello perdías tu derecho de desistimiento. El vendedor ha recibido tu declaración; puede devolverte el dinero, pero no está obligado.",
			in_time:
				"El vendedor ha recibido tu declaración y decide sobre el reembolso. Si tienes derecho de desistimiento, el dinero debe devolverse en un plazo de 14 días.",
			late: "El plazo de desistimiento de 14 días había terminado. El vendedor ha recibido tu declaración; puede devolverte el dinero, pero no está obligado.",
			no_right:
				"Por lo que sabemos de tu pago, se hizo donde la ley no da derecho de desistimiento para archivos. El vendedor ha recibido tu declaración y aun así puede devolverte el dinero.",
		},
		note: "Si no fuiste tú o algo no es correcto, escríbenos con la referencia de arriba.",
	},
	withdrawnSale: {
		subject: "Un comprador desiste de una compra",
		text: "Un comprador ha declarado que desiste del contrato de la compra que se indica abajo.",
		refundsItself:
			"El comprador no había renunciado al derecho de desistimiento y estaba en plazo. El pago se devuelve automáticamente y con ello termina el acceso. No tienes que hacer nada.",
		outcomes: {
			right_lost:
				"Antes de pagar, el comprador pidió acceso inmediato y aceptó perder con ello su derecho de desistimiento; la constancia queda con la compra. No tienes que devolver el dinero. Si quieres hacerlo, en la página de la venta hay un botón.",
			in_time:
				"El comprador no ha perdido su derecho de desistimiento. Si la ley se lo da, tienes que devolver el dinero en los 14 días siguientes a la declaración. Un pago en línea se puede reembolsar en la página de la venta.",
			late: "El plazo de desistimiento de 14 días había terminado. No tienes que devolver el dinero por esto. Si quieres hacerlo, en la página de la venta hay un botón.",
			no_right:
				"Por lo que sabemos, el comprador no estaba en la UE, el EEE ni el Reino Unido, así que no nos consta un derecho de desistimiento. Si aun así quieres devolver el dinero, en la página de la venta hay un botón.",
		},
		conflict:
			"La red y la tarjeta indican países distintos, así que no se devolvió nada automáticamente: míralos con calma.",
		direct: ({ way }) => `Este pago se hizo en ${way}: si lo devuelves, hazlo allí.`,
	},
	sale: {
		subject: ({ title, net }) => `Vendiste «${title}» y ganaste ${net}`,
		text: "¡Bien hecho! Así se reparte la venta.",
		claimedSubject: ({ price }) => `Un comprador dice que te pagó ${price}`,
		claimed: ({ price, way }) =>
			`Un comprador dice que te pagó ${price} en ${way} y recibió los archivos al momento, como elegiste. Busca allí el pago.`,
	},
	refund: {
		subject: "Compra reembolsada",
		text: "Tu compra se ha reembolsado por completo y ya no puedes descargar los archivos.",
	},
	partRefund: {
		subject: "Reembolso parcial de tu compra",
		text: ({ amount }) => `Te devolvemos ${amount} de lo que pagaste. Conservas los archivos.`,
		lines: ({ amount }) =>
			`Te devolvemos ${amount} de lo que pagaste. Ya no puedes descargar lo que habías comprado con ese importe. Conservas todo lo demás.`,
	},
	debitFailed: {
		subject: "Tu pago no se ha completado",
		text: "Tu banco ha rechazado el adeudo de unos archivos que querías comprar, así que la compra no se ha completado y los archivos siguen bloqueados.",
		next: "Si los archivos siguen a la venta, puedes intentarlo de nuevo o pagar de otra forma.",
	},
	autoRefund: {
		subject: "Te devolvemos tu pago",
		reasons: {
			duplicate:
				"Ya habías comprado estos archivos, así que tu segundo pago se ha reembolsado por completo. El enlace de tu recibo los abre en cualquier navegador.",
			checkout:
				"Otra persona ya ha pagado este pedido, así que tu pago se ha reembolsado por completo.",
			sold_out:
				"La última copia se vendió mientras pagabas, así que tu pago se ha reembolsado por completo.",
			code_used:
				"Tu código de descuento ya estaba agotado cuando pagaste, así que tu pago se ha reembolsado por completo.",
			withdrawn:
				"Los archivos se retiraron mientras pagabas, así que tu pago se ha reembolsado por completo.",
			differs: "El pago no coincidía con el pedido, así que se ha reembolsado por completo.",
			blocked:
				"El creador no acepta pedidos de tu correo, así que tu pago se ha reembolsado por completo. Tus otras compras no cambian.",
		},
	},
	notCharged: {
		subject: "No se te ha cobrado nada",
		reasons: {
			duplicate:
				"Ya habías comprado estos archivos, así que no se te ha cobrado el segundo pago. El enlace de tu recibo los abre en cualquier navegador.",
			checkout: "Otra persona ya ha pagado este pedido, así que no se te ha cobrado nada.",
			sold_out: "La última copia se vendió mientras pagabas, así que no se te ha cobrado nada.",
			code_used:
				"Tu código de descuento ya estaba agotado cuando pagaste, así que no se te ha cobrado nada.",
			withdrawn: "Los archivos se retiraron mientras pagabas, así que no se te ha cobrado nada.",
			blocked:
				"El creador no acepta pedidos desde tu dirección de correo, así que no se te ha cobrado nada.",
		},
		pending:
			"Tu banco puede mostrar el importe como pendiente durante unos días. Desaparecerá solo.",
	},
	revoked: {
		subject: "Tu acceso ha terminado",
		text: "El creador ha retirado tu acceso a archivos que compraste. Tu pago no se ha reembolsado. El creador escribe:",
		next: "Si no estás de acuerdo, habla con el creador o escríbenos con la referencia de abajo. Tus derechos como comprador siguen siendo los mismos.",
	},
	unrevoked: {
		subject: "Vuelves a tener acceso",
		text: "El creador te ha devuelto el acceso a archivos que compraste. Puedes descargarlos otra vez.",
	},
	addressCorrection: {
		subject: "Confirma tu nuevo correo",
		text: ({ from }) =>
			`Un creador nos ha pedido pasar tus compras de ${from} a este correo. Confírmalo con el botón y tus recibos llegarán aquí.`,
		note: ({ period }) =>
			`El enlace sirve durante ${period}. Si no has comprado nada allí, ignora este mensaje: no cambiará nada.`,
	},
	addressCorrected: {
		subject: "Tus compras han pasado a otro correo",
		text: ({ to }) =>
			`Tus compras de este creador se han pasado a ${to}, donde se confirmó el cambio. Los enlaces a recibos enviados a este correo ya no funcionan.`,
		next: "Si no lo pediste, escríbenos.",
	},
	refundFailed: {
		subject: "Tu reembolso ha fallado",
		refused: ({ amount }) =>
			`Tu banco no aceptó el reembolso de ${amount}; a menudo la tarjeta ha caducado o la cuenta está cancelada. El dinero vuelve a estar en manos del creador.`,
		next: "Conservas tu compra y puedes volver a descargar. Si aún quieres recuperar el dinero, pregunta a tu banco qué tarjeta o cuenta admite reembolsos y escríbenos con la referencia de abajo: podemos intentar el reembolso otra vez o hacerlo de otra forma.",
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
			`Con tu pago de ${amount} no compraste nada, así que intentamos devolvértelo. Tu banco no lo aceptó; a menudo la tarjeta ha caducado o la cuenta está cancelada.`,
		next: "Lo intentaremos otra vez. Si tu tarjeta o cuenta está cancelada, escríbenos con la referencia de abajo y te devolvemos el dinero de otra forma. Es tuyo.",
	},
	dispute: {
		subject: "Un pago está en disputa",
		held: "El banco de un comprador disputa un pago que recibiste. El importe queda retenido y el comprador no puede descargar hasta que se decida.",
		evidence:
			"La página de pruebas recoge lo que se vendió y lo que se descargó; imprímela o guárdala para tu respuesta.",
	},
	disputeReasons: {
		duplicate: "Pagado dos veces",
		fraudulent: "Quien pagó dice que no hizo este pago",
		product_not_received: "El comprador dice que no recibió los archivos",
		product_unacceptable: "El comprador dice que los archivos no son como se describían",
		unrecognized: "Quien pagó no reconoce el pago",
		credit_not_processed: "El comprador dice que falta un reembolso",
		subscription_canceled: "El comprador dice que había cancelado",
		debit_not_authorized: "El banco del comprador ha devuelto el adeudo",
		insufficient_funds: "La cuenta del comprador no tenía fondos",
		bank_cannot_process: "El banco del comprador no pudo ejecutar el pago",
		incorrect_account_details: "Los datos de la cuenta del comprador eran incorrectos",
		check_returned: "El banco del comprador ha devuelto el cheque sin pagarlo",
		other: "Otro motivo",
	},
	fraudWarning: {
		subject: "Un pago podría ser fraudulento",
		text: "El banco de un comprador sospecha que un pago que recibiste se hizo con una tarjeta ajena. Por ahora no ha retirado el dinero.",
		next: "Si reembolsas el pago ahora, normalmente evitas una disputa y su comisión. Si conoces al comprador, no tienes que hacer nada.",
	},
	accountDisconnected: {
		subject: "Tu cuenta de Stripe se ha desconectado",
		text: "Tu cuenta de Stripe ya no está conectada con nosotros, así que no se le puede pagar nada. Tus archivos se pueden seguir comprando: guardamos lo que ganes hasta que vuelvas a conectar una cuenta.",
		next: "Si no has sido tú, revisa tu cuenta en Stripe y tus sesiones aquí.",
	},
	disputeLost: {
		subject: "Disputa perdida",
		decided:
			"El banco ha decidido a favor del comprador: se queda con el dinero y pierde el acceso a los archivos para siempre. La venta queda anulada, y la factura del recibo del comprador tiene una nota de abono.",
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
		next: ({ price, way }) =>
			`Si pagaste ${price} en ${way}, pide allí al creador que te lo devuelva. Los pagos directos son entre tú y el creador; nosotros nunca tenemos ese dinero.`,
	},

	claim: {
		subject: ({ price, way }) => `¿Has recibido ${price} en ${way}?`,
		text: ({ price, way }) =>
			`Un comprador dice que te pagó ${price} en ${way}. Busca allí el pago y después apruébalo o recházalo. Al aprobarlo, este comprador recibe los archivos.`,
	},
	claimReminder: {
		subject: "Un comprador espera tu respuesta",
		text: ({ price, way }) =>
			`Desde ayer espera tu respuesta un comprador que dice que te pagó ${price} en ${way}.`,
	},
	claimToReturn: {
		subject: ({ price, way }) => `Devuelve ${price} en ${way} si los has recibido`,
		text: ({ price, way }) =>
			`Un comprador dice que te pagó ${price} en ${way}. Antes de que respondieras, otro pago ya le dio acceso a los mismos archivos, así que este sobra.`,
		next: ({ way }) =>
			`Busca en ${way} el código de referencia de abajo. Si el dinero llegó, devuélvelo y confírmalo con el botón: avisaremos al comprador.`,
	},
	declined: {
		not_found: {
			subject: ({ way }) => `No se encontró tu pago en ${way}`,
			text: ({ price, way }) => `El creador no pudo encontrar tu pago de ${price} en ${way}.`,
			next: ({ way }) =>
				`Si has pagado, comprueba el ID de la transacción en ${way} y envíalo otra vez desde la página de pago. Los pagos directos son entre tú y el creador.`,
		},
		wrong_amount: {
			subject: ({ way }) => `Tu pago en ${way} no coincide con el precio`,
			text: ({ price, way }) =>
				`El creador dice que el importe que recibió en ${way} no es de ${price}, así que los archivos siguen bloqueados.`,
			next: ({ way }) =>
				`Compara el importe en ${way}. Arregla allí la diferencia con el creador o pídele que te devuelva el dinero; después envía otra vez el ID de la transacción desde la página de pago. Los pagos directos son entre tú y el creador.`,
		},
		returned: {
			subject: ({ way }) => `Te han devuelto tu pago en ${way}`,
			text: ({ price, way }) => `El creador dice que te ha devuelto tu pago de ${price} en ${way}.`,
			next: ({ way }) =>
				`Búscalo en ${way}. Si no está, pregunta allí al creador. Los pagos directos son entre tú y el creador.`,
		},
		already_open: {
			subject: () => "Ya tienes acceso a los archivos que pagaste",
			text: ({ price, way }) =>
				`Nos dijiste que pagaste ${price} en ${way}. Antes de que el creador respondiera, otro pago te dio acceso a los archivos: descárgalos desde su página.`,
			next: ({ way }) =>
				`Por eso tu pago en ${way} sobra. Si llegó, ya le dijimos al creador que lo devuelva; si no te llega, pregúntale en ${way}. Los pagos directos son entre tú y el creador.`,
		},
	},

	reportReceived: {
		subject: "Hemos recibido tu denuncia",
		text: "Gracias. Una persona revisará tu denuncia, normalmente en dos días laborables.",
		next: "Enviaremos nuestra decisión a esta dirección.",
	},
	reportDecided: {
		subject: "Lo que hemos decidido sobre tu denuncia",
		outcomes: {
			taken_down:
				"Hemos revisado lo que denunciaste y lo hemos retirado. Ya no se vende y nadie puede descargarlo.",
			suspended:
				"Hemos revisado lo que denunciaste y hemos suspendido la cuenta a la que pertenece.",
			restored:
				"Su creador reclamó y lo hemos revisado otra vez. Lo que denunciaste vuelve a estar disponible: los motivos en su contra no se sostenían.",
			no_action:
				"Hemos revisado lo que denunciaste y, por lo que vemos, no infringe la ley ni nuestros términos. Sigue disponible.",
		},
		next: "Si no estás de acuerdo, escríbenos con el número de abajo y lo revisaremos otra vez. También puedes acudir a los tribunales o a la autoridad competente.",
	},
	caseAnswer: {
		subject: ({ subject }) => `Nuestra respuesta: ${subject}`,
		note: "Las respuestas a este correo no nos llegan. Para escribirnos, usa el botón y menciona el número de arriba.",
	},
	categories: {
		copyright: "Derechos de autor o marcas",
		illegal: "Contenido ilegal",
		scam: "Fraude u oferta engañosa",
		malware: "Software dañino",
		other: "Otro incumplimiento de nuestros términos",
	},
	rules: {
		copyright: "Términos y condiciones, sección 4: vende solo lo que tengas derecho a vender.",
		illegal: "Términos y condiciones, sección 4: nada ilegal.",
		scam: "Términos y condiciones, sección 4: describe con veracidad lo que vendes.",
		malware: "Términos y condiciones, sección 4: ningún programa malicioso.",
		other: "Términos y condiciones, sección 4 (Responsabilidades de los usuarios).",
	},
	takenDown: {
		subject: ({ title }) => `Hemos retirado «${title}»`,
		text: ({ title }) =>
			`Hemos retirado «${title}». Ya no se vende y nadie puede descargarlo, ni siquiera quienes lo compraron.`,
		order: "Nos lo ha ordenado una autoridad.",
		found: "Lo que hemos encontrado:",
		appeal:
			"Si crees que es un error, reclama y lo revisaremos. También puedes acudir a los tribunales o a un órgano de resolución extrajudicial de litigios.",
	},
	suspended: {
		subject: "Tu cuenta ha sido suspendida",
		text: "Hemos suspendido tu cuenta. Tus publicaciones ya no están a la venta y no puedes subir archivos. Tus compradores conservan lo que compraron, tu saldo sigue siendo tuyo y puedes iniciar sesión, ver tus ventas y exportar tus datos.",
	},
	uploadQuarantined: {
		subject: ({ title }) => `Hemos retenido archivos de «${title}»`,
		text: ({ title }) =>
			`Antes de publicarse, todo lo que se sube se analiza en busca de software malicioso. Se ha detectado algo en un archivo que subiste para «${title}», así que estos archivos no son públicos y nadie los puede comprar.`,
		todo: "Analiza tu equipo en busca de software malicioso. Después vuelve a subir los archivos sin este, o con una copia limpia.",
		wrong: "Si sabes con certeza que el archivo es inofensivo, escríbenos y lo revisaremos.",
		file: "Archivo",
		match: "Detectado",
	},
	restored: {
		share: {
			subject: ({ title }) => `«${title}» vuelve a estar disponible`,
			text: ({ title }) =>
				`Lo hemos revisado otra vez y hemos levantado nuestra decisión contra «${title}». Está disponible como antes.`,
		},
		account: {
			subject: "Tu cuenta vuelve a estar activa",
			text: "Lo hemos revisado otra vez y hemos levantado la suspensión de tu cuenta. Puedes vender y subir archivos como antes; lo que se retiró sigue retirado hasta que también se levante esa decisión.",
		},
	},
	appealRejected: {
		subject: "Nuestra decisión sobre tu reclamación",
		text: "Lo hemos revisado otra vez y nuestra decisión se mantiene.",
		next: "Aún puedes acudir a los tribunales o a un órgano de resolución extrajudicial de litigios.",
	},
	buyerUpdate: {
		subject: "Novedades de tu compra",
		intro: ({ creator, title }) => `Mensaje de ${creator} para quienes compraron «${title}»:`,
		introUnnamed: ({ title }) => `Mensaje para quienes compraron «${title}»:`,
		why: ({ title }) => `Recibes este correo porque compraste «${title}».`,
		stillReceipts:
			"Si dejas de recibir estos mensajes, los recibos y los reembolsos te seguirán llegando.",
		unsubscribe: "Dejar de recibir mensajes de este creador",
		report: "Denunciar este mensaje",
	},
};
