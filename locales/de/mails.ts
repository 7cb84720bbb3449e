import type { MailTexts } from "../en/mails.ts";

/** The mails in German. */
export const mails: MailTexts = {
	layout: {
		lang: "de",
		buttonHint: ({ url }) =>
			`Wenn die Schaltfläche nicht funktioniert, öffne diese Adresse: ${url}`,
	},
	labels: {
		files: "Dateien",
		creator: "Anbieter",
		buyer: "Käufer",
		price: "Preis",
		reference: "Referenz",
		noteReference: "Referenz in der Notiz",
		confirmationCode: "Bestätigungscode",
		reason: "Grund",
		date: "Datum",
		paid: "Bezahlt",
		paidBy: "Bezahlt mit",
		card: "Karte",
		cashApp: "Cash App",
		refunded: "Erstattet",
		notRefunded: "Nicht erstattet",
		platformFee: "Plattformgebühr",
		processingFee: "Gebühr der Kartenzahlung",
		earned: "Du verdienst",
		downloadUntil: "Herunterladen bis",
		disputed: "Angefochten",
		answerBy: "Antworten bis",
		takenByBank: "Von der Bank zurückgeholt",
		returnedByBank: "Von der Bank zurückgegeben",
		bankFee: "Gebühr der Bank für die Anfechtung",
		platformFeeBack: "Unsere Plattformgebühr, erstattet",
		inAll: "Insgesamt",
	},
	buttons: {
		openPurchase: "Meinen Kauf öffnen",
		openFiles: "Meine Dateien öffnen",
		openShare: "Seite der Dateien öffnen",
		openPayment: "Zahlungsseite öffnen",
		openDashboard: "Übersicht öffnen",
		openSale: "Verkauf öffnen",
		openEvidence: "Nachweise öffnen",
		openSettings: "Einstellungen öffnen",
		decide: "Freigeben oder ablehnen",
		returned: "Zurückgegeben oder nie angekommen",
		writeToUs: "Schreib uns",
		confirmAddress: "E-Mail-Adresse bestätigen",
		newPassword: "Neues Passwort wählen",
		resetPassword: "Passwort zurücksetzen",
		payOtherCard: "Mit einer anderen Karte zahlen",
	},
	linkIsSecret: "Der Link ist nur für dich. Wer ihn hat, kann den Kauf öffnen.",
	statementDelay:
		"Es kann fünf bis zehn Tage dauern, bis das Geld auf deiner Abrechnung erscheint.",

	verifyEmail: {
		subject: "Bestätige deine E-Mail-Adresse",
		text: ({ appName }) =>
			`Willkommen bei ${appName}. Bitte bestätige, dass diese Adresse dir gehört, damit dich Nachrichten über Verkäufe, Belege und Links für ein neues Passwort erreichen.`,
		note: ({ period }) =>
			`Der Link gilt ${period}. Wenn du kein Konto angelegt hast, kannst du diese E-Mail ignorieren.`,
	},
	resetPassword: {
		subject: "Setze dein Passwort zurück",
		text: "Jemand, hoffentlich du, hat ein neues Passwort für dein Konto angefordert.",
		note: ({ period }) =>
			`Der Link gilt nur einmal und ${period} lang. Wenn du das nicht warst, ignoriere diese E-Mail: Dein Passwort bleibt, wie es ist.`,
	},
	security: {
		passwordChanged: "Dein Passwort wurde geändert",
		totpOn: "Die Zwei-Faktor-Anmeldung wurde eingeschaltet",
		totpOff: "Die Zwei-Faktor-Anmeldung wurde ausgeschaltet",
		text: "An deinem Konto wurde etwas geändert. Wenn du das warst, brauchst du nichts zu tun.",
		note: "Wenn du das nicht warst, setze jetzt dein Passwort zurück und sieh in den Einstellungen nach deinen Sitzungen.",
	},
	reclaimed: {
		subject: "Dein Passwort wurde geändert",
		confirmed: "Du hast ein neues Passwort, und diese Adresse gilt jetzt als bestätigt.",
		removed:
			"Sie war vorher nicht bestätigt; vielleicht hat also jemand anderes das Konto angelegt. Zur Sicherheit haben wir alle Sitzungen beendet und die Namen, die Zwei-Faktor-Anmeldung, den Cash-App-Namen und andere Auszahlungswege, unfertige Uploads und Nachrichten an den Support entfernt. Der Verkauf aller Angebote ist gestoppt, und ein Pro-Abo endet mit dem bezahlten Zeitraum.",
		next: "Wenn das Konto dir gehört, trage das in den Einstellungen wieder ein und setze in der Übersicht den Verkauf deiner Angebote fort. Wenn nicht, kannst du es in den Einstellungen löschen.",
	},
	renewalFailed: {
		subject: "Dein Pro-Abo konnte nicht verlängert werden",
		refused:
			"Wir konnten deine Karte für den nächsten Monat Pro nicht belasten: Sie wurde abgelehnt, oder deine Bank möchte, dass du die Zahlung bestätigst. In den nächsten Tagen versuchen wir es noch einmal.",
		keptUntil: ({ day }) =>
			`Pro bleibt dir bis zum ${day}. Zahle vorher mit einer anderen Karte, dann ändert sich nichts.`,
	},
	purchaseCode: {
		subject: "Dein Code, um deine Käufe zu finden",
		text: "Gib diesen Code auf der Seite ein, auf der du ihn angefordert hast.",
		note: ({ period }) =>
			`Der Code gilt ${period}. Wenn du das nicht warst, ignoriere diese E-Mail.`,
	},

	receipt: {
		subject: "Dein Beleg",
		thanks: "Danke für deinen Kauf. Deine Dateien stehen zum Herunterladen bereit.",
		thanksTo: ({ creator }) =>
			`Danke für deinen Kauf. Deine Dateien von ${creator} stehen zum Herunterladen bereit.`,
		keep: ({ period }) =>
			`Bewahre diese E-Mail auf: Die Schaltfläche öffnet deinen Kauf auf jedem Gerät. Werden die Dateien gelöscht, sagen wir dir Bescheid, und du kannst sie noch ${period} lang herunterladen.`,
	},
	sale: {
		subject: ({ title, net }) => `Du hast „${title}“ verkauft und ${net} verdient`,
		text: "Glückwunsch! So setzt sich der Verkauf zusammen.",
		claimedSubject: ({ price }) => `Ein Käufer sagt, er hat dir ${price} gezahlt`,
		claimed: ({ price }) =>
			`Ein Käufer sagt, er hat dir ${price} in Cash App gezahlt, und hat die Dateien sofort bekommen, wie du es eingestellt hast. Sieh dort nach der Zahlung.`,
	},
	refund: {
		subject: "Dein Kauf wurde erstattet",
		text: "Dein Kauf wurde vollständig erstattet. Die Dateien kannst du nicht mehr herunterladen.",
	},
	autoRefund: {
		subject: "Du bekommst deine Zahlung zurück",
		reasons: {
			duplicate:
				"Du hattest diese Dateien schon gekauft; deine zweite Zahlung wurde vollständig erstattet.",
			sold_out:
				"Das letzte Exemplar wurde verkauft, während du bezahlt hast; deine Zahlung wurde vollständig erstattet.",
			withdrawn:
				"Die Dateien wurden zurückgezogen, während du bezahlt hast; deine Zahlung wurde vollständig erstattet.",
			differs: "Die Zahlung passte nicht zur Bestellung und wurde deshalb vollständig erstattet.",
		},
	},
	refundFailed: {
		subject: "Deine Erstattung ist fehlgeschlagen",
		refused: ({ amount }) =>
			`Deine Bank hat die Erstattung von ${amount} nicht angenommen; oft ist die Karte abgelaufen oder gekündigt. Das Geld liegt wieder beim Anbieter.`,
		next: "Dein Kauf gilt also weiter, und du kannst deine Dateien wieder herunterladen. Wenn du das Geld trotzdem zurückmöchtest, frag deine Bank, welche Karte Erstattungen annimmt, und schreib uns mit der Referenz unten: Wir können die Erstattung noch einmal versuchen oder einen anderen Weg finden.",
	},
	refundFailedSale: {
		subject: "Eine Erstattung ist fehlgeschlagen",
		refused: ({ amount }) =>
			`Die Bank des Käufers hat die Erstattung von ${amount} nicht angenommen. Das Geld gehört wieder dir, der Verkauf gilt weiter, und der Käufer kann wieder herunterladen. Der Käufer weiß Bescheid.`,
		next: "Wenn du das Geld trotzdem zurückgeben möchtest, erstatte den Verkauf noch einmal oder vereinbare mit dem Käufer einen anderen Weg.",
	},
	autoRefundFailed: {
		subject: "Wir konnten deine Zahlung noch nicht zurückgeben",
		refused: ({ amount }) =>
			`Für deine Zahlung von ${amount} hast du nichts bekommen, und wir wollten sie zurückgeben. Deine Bank hat das nicht angenommen; oft ist die Karte abgelaufen oder gekündigt.`,
		next: "Wir versuchen es noch einmal. Wenn es deine Karte nicht mehr gibt, schreib uns mit der Referenz unten, dann geben wir dir das Geld auf einem anderen Weg zurück. Es gehört dir.",
	},
	dispute: {
		subject: "Eine Zahlung wird angefochten",
		held: "Die Bank eines Käufers hat eine Zahlung angefochten, die du bekommen hast. Bis zur Entscheidung wird der Betrag einbehalten, und der Käufer kann nichts herunterladen.",
		evidence:
			"Auf der Seite mit den Nachweisen steht, was verkauft und was heruntergeladen wurde; drucke sie aus oder speichere sie für deine Antwort.",
	},
	disputeReasons: {
		duplicate: "Doppelt bezahlt",
		fraudulent: "Der Karteninhaber sagt, die Zahlung sei nicht von ihm",
		product_not_received: "Der Käufer sagt, er habe die Dateien nicht bekommen",
		product_unacceptable: "Der Käufer sagt, die Dateien entsprächen nicht der Beschreibung",
		unrecognized: "Der Karteninhaber erkennt die Zahlung nicht wieder",
		credit_not_processed: "Der Käufer sagt, eine Erstattung fehle",
		subscription_canceled: "Der Käufer sagt, er habe gekündigt",
		other: "Ein anderer Grund",
	},
	disputeLost: {
		subject: "Anfechtung verloren",
		decided:
			"Die Bank hat für den Käufer entschieden: Er behält das Geld und verliert endgültig den Zugang zu den Dateien. Der Verkauf ist rückgängig gemacht.",
		cost: "Der Betrag und die Gebühr der Bank gehen von deinen Einnahmen ab, und unsere Plattformgebühr geben wir zurück. Was dein Guthaben nicht deckt, behalten wir von deinen nächsten Verkäufen ein.",
	},
	disputeWon: {
		subject: "Anfechtung gewonnen",
		decided:
			"Die Bank hat für dich entschieden: Der Betrag gehört wieder dir, und der Käufer kann wieder herunterladen.",
		cost: "Ihre Gebühr für die Anfechtung behalten Banken in jedem Fall.",
	},
	keptForBuyers: {
		subject: ({ day }) => `Lade deine Dateien bis zum ${day} herunter`,
		deleted: ({ day }) =>
			`Dateien, die du gekauft hast, wurden vom Anbieter gelöscht. Wir bewahren sie bis zum ${day} für dich auf; danach sind sie weg.`,
		next: "Lade vorher alles herunter, was du behalten möchtest.",
	},
	undecidedClaim: {
		subject: "Die Dateien, nach denen du gefragt hast, wurden gelöscht",
		deleted:
			"Du hattest uns gesagt, dass du für Dateien bezahlt hast. Der Anbieter hat sie gelöscht, ohne dir zu antworten; sie können nicht mehr verkauft werden.",
		next: ({ price }) =>
			`Wenn du ${price} in Cash App gezahlt hast, bitte den Anbieter dort, das Geld zurückzugeben. Direkte Zahlungen sind eine Sache zwischen dir und dem Anbieter; dieses Geld liegt nie bei uns.`,
	},

	claim: {
		subject: ({ price }) => `Hast du ${price} in Cash App bekommen?`,
		text: ({ price }) =>
			`Ein Käufer sagt, er hat dir ${price} in Cash App gezahlt. Sieh dort nach der Zahlung und gib sie dann frei oder lehne sie ab. Mit der Freigabe bekommt dieser Käufer die Dateien.`,
	},
	claimReminder: {
		subject: "Ein Käufer wartet auf deine Antwort",
		text: ({ price }) =>
			`Seit gestern wartet ein Käufer auf deine Antwort, der sagt, er hat dir ${price} in Cash App gezahlt.`,
	},
	claimToReturn: {
		subject: ({ price }) => `Gib ${price} in Cash App zurück, falls du sie bekommen hast`,
		text: ({ price }) =>
			`Ein Käufer sagt, er hat dir ${price} in Cash App gezahlt. Bevor du geantwortet hast, hat er dieselben Dateien schon durch eine andere Zahlung bekommen; diese wird also nicht gebraucht.`,
		next: "Sieh in Cash App nach der Referenz unten. Wenn das Geld angekommen ist, schick es zurück und bestätige das mit der Schaltfläche: Der Käufer erfährt es.",
	},
	declined: {
		not_found: {
			subject: "Deine Zahlung in Cash App wurde nicht gefunden",
			text: ({ price }) =>
				`Der Anbieter konnte deine Zahlung von ${price} in Cash App nicht finden.`,
			next: "Wenn du gezahlt hast, prüfe den Bestätigungscode in Cash App und schick ihn von der Zahlungsseite aus noch einmal. Direkte Zahlungen sind eine Sache zwischen dir und dem Anbieter.",
		},
		wrong_amount: {
			subject: "Deine Zahlung in Cash App entspricht nicht dem Preis",
			text: ({ price }) =>
				`Der Anbieter sagt, dass in Cash App nicht der Preis von ${price} angekommen ist; deshalb bleiben die Dateien gesperrt.`,
			next: "Vergleiche den Betrag in Cash App. Kläre den Unterschied dort mit dem Anbieter oder lass dir das Geld zurückgeben; schick danach den Bestätigungscode von der Zahlungsseite aus noch einmal. Direkte Zahlungen sind eine Sache zwischen dir und dem Anbieter.",
		},
		returned: {
			subject: "Deine Zahlung in Cash App wurde zurückgegeben",
			text: ({ price }) =>
				`Der Anbieter sagt, dass er dir deine Zahlung von ${price} in Cash App zurückgeschickt hat.`,
			next: "Sieh in Cash App nach. Wenn das Geld nicht da ist, frag den Anbieter in Cash App. Direkte Zahlungen sind eine Sache zwischen dir und dem Anbieter.",
		},
		already_open: {
			subject: "Du hast die Dateien schon, für die du gezahlt hast",
			text: ({ price }) =>
				`Du hast uns gesagt, dass du ${price} in Cash App gezahlt hast. Bevor der Anbieter geantwortet hat, hast du die Dateien durch eine andere Zahlung bekommen: Lade sie von ihrer Seite herunter.`,
			next: "Deine Zahlung in Cash App wird also nicht gebraucht. Wenn sie angekommen ist, haben wir dem Anbieter gesagt, dass er sie zurückschicken soll; frag in Cash App nach, wenn das Geld nicht kommt. Direkte Zahlungen sind eine Sache zwischen dir und dem Anbieter.",
		},
	},
};
