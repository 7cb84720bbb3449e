import type { ConsentTexts, PageTexts } from "../en/pages.ts";

/** The Worker's pages in German. */
export const pages: PageTexts = {
	maintenance: {
		title: "Wir sind gleich zurück",
		lead: "Gerade laufen Wartungsarbeiten. Seiten, Downloads und Zahlungen pausieren, bis wir fertig sind.",
		kept: "Nichts geht verloren: Deine Dateien, deine Käufe und schon geleistete Zahlungen sind sicher. Uploads in anderen Tabs gehen von selbst weiter.",
		again: "Noch einmal versuchen",
	},
	imprint: {
		title: "Impressum",
		name: "Name",
		address: "Anschrift",
		email: "E-Mail",
		phone: "Telefon",
		register: "Register",
		vatId: "USt-IdNr.",
		back: ({ appName }) => `Zurück zu ${appName}`,
	},
	embed: {
		by: ({ creator }) => `von ${creator}`,
		files: ({ n }) => (n === 1 ? "1 Datei" : `${n} Dateien`),
		buy: ({ price }) => `Für ${price} kaufen`,
		free: "Kostenlos holen",
		chosen: "Preis selbst wählen",
		soldOut: "Ausverkauft",
		stopped: "Zurzeit nicht im Verkauf",
		see: "Dateien ansehen",
		at: ({ appName }) => `auf ${appName}`,
		missing: "Dieses Angebot gibt es nicht mehr",
	},
	closedShare: {
		notOpen: {
			title: ({ date }) => `Öffnet am ${date}`,
			lead: "Dieser Link öffnet erst später. Schau dann wieder vorbei, um zu sehen, was dahinter ist.",
		},
		ended: {
			title: ({ date }) => `Beendet am ${date}`,
			lead: "Dieser Link war befristet. Die Dateien lassen sich nicht mehr kaufen oder herunterladen.",
		},
		locked: {
			title: "Passwort nötig",
			lead: "Frag den Anbieter danach.",
			label: "Passwort",
			open: "Öffnen",
			wrong: "Dieses Passwort stimmt nicht. Bitte versuche es noch einmal.",
			wait: ({ seconds }) =>
				seconds === 1
					? "Zu viele Versuche. Bitte warte eine Sekunde."
					: `Zu viele Versuche. Bitte warte ${seconds} Sekunden.`,
		},
		by: ({ creator }) => `von ${creator}`,
		purchases: "Schon gekauft? Käufe finden",
		terms: "AGB",
		privacy: "Datenschutz",
	},
	saleAlert: {
		label: "E-Mail",
		ask: "Bescheid geben, wenn es wieder da ist",
		askOpening: "Bescheid geben, wenn es öffnet",
		wrongEmail: "Bitte gib eine gültige E-Mail-Adresse ein",
		wait: "Zu viele Versuche. Bitte versuche es später noch einmal.",
		toShare: "Zurück zu den Dateien",
		sent: {
			title: "Schau in dein Postfach",
			text: ({ email }) =>
				`Wenn ${email} noch nicht auf der Liste steht, ist ein Link unterwegs. Öffne ihn zur Bestätigung; dann bekommst du eine einzige E-Mail, sobald die Dateien zu kaufen sind.`,
		},
		confirm: {
			title: "Sollen wir dir Bescheid geben, wenn es das zu kaufen gibt?",
			text: "Du bekommst eine einzige E-Mail; danach löschen wir deine Adresse.",
			button: "Ja, gebt mir Bescheid",
		},
		confirmed: {
			title: "Wir geben dir Bescheid",
			text: "Du bekommst eine einzige E-Mail, sobald die Dateien zu kaufen sind; danach löschen wir deine Adresse.",
			button: "Doch nicht",
		},
		stopped: {
			title: "Du hörst davon nichts mehr",
			text: "Wir haben deine Adresse gelöscht.",
		},
		gone: {
			title: "Dieser Link gilt nicht mehr",
			text: "Du hast schon Bescheid bekommen, wolltest doch keinen, oder der Link ist zu alt. Hast du noch einmal angefragt, nimm den Link aus unserer neuesten E-Mail.",
		},
	},
	timeLeft: {
		hours: ({ n }) => (n === 1 ? "Noch 1 Stunde." : `Noch ${n} Stunden.`),
		minutes: ({ n }) => (n === 1 ? "Noch 1 Minute." : `Noch ${n} Minuten.`),
		until: ({ date }) => `Erhältlich bis ${date}.`,
		downloadsEnd: "Dann enden auch die Downloads.",
	},
	unsubscribe: {
		title: "Nachrichten von Anbietern",
		thisCreator: "diesem Anbieter",
		ask: {
			title: ({ name }) => `Keine Nachrichten von ${name} mehr?`,
			text: () => "Du bekommst dann keine E-Mails mehr, die an alle Käufer gehen.",
		},
		stopped: {
			title: ({ name }) => `Keine Nachrichten von ${name} mehr`,
			text: () =>
				"Du hast sie abbestellt. Auch schon vorbereitete Nachrichten werden zurückgehalten.",
		},
		resumed: {
			title: ({ name }) => `Du bekommst wieder Nachrichten von ${name}`,
			text: () => "Die nächste bekommst du.",
		},
		stillReceipts:
			"Alles zu deinen Käufen bekommst du weiterhin: Belege, Erstattungen und Fristen für gelöschte Dateien.",
		stop: "Abbestellen",
		resume: "Wieder bekommen",
	},
	legalLinks: {
		label: "Weitere Seiten",
		withdraw: "Vertrag widerrufen",
		imprint: "Impressum",
		api: "API",
	},
};

/** The texts that buyers agree to, in German. */
export const consentTexts: ConsentTexts = {
	"2026-11":
		"Ich verlange ausdrücklich, dass Sie vor Ablauf der Widerrufsfrist mit der Ausführung beginnen, und weiß, dass ich dadurch mein Widerrufsrecht verliere.",
};
