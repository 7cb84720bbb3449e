import type { MailTexts } from "../en/mails.ts";

/** The mails in German. */
export const mails: MailTexts = {
	layout: {
		buttonHint: ({ url }) =>
			`Wenn die Schaltfläche nicht funktioniert, öffne diese Adresse: ${url}`,
	},
	labels: {
		when: "Zeitpunkt",
		browser: "Browser",
		country: "Land",
		files: "Dateien",
		creator: "Anbieter",
		buyer: "Käufer",
		price: "Preis",
		reference: "Referenz",
		noteReference: "Referenzcode in der Notiz",
		confirmationCode: "Transaktions-ID",
		reason: "Grund",
		date: "Datum",
		paid: "Bezahlt",
		paidBy: "Bezahlt mit",
		card: "Online-Zahlung",
		discountCode: "Rabattcode",
		refunded: "Erstattet",
		notRefunded: "Nicht erstattet",
		platformFee: "Plattformgebühr",
		processingFee: "Gebühr des Zahlungsdienstes",
		earned: "Du bekommst",
		downloadUntil: "Herunterladen bis",
		disputed: "Angefochten",
		answerBy: "Antworten bis",
		takenByBank: "Von der Bank zurückgeholt",
		returnedByBank: "Von der Bank zurückgegeben",
		bankFee: "Gebühr der Bank für die Anfechtung",
		platformFeeBack: "Unsere Plattformgebühr, erstattet",
		inAll: "Insgesamt",
		caseNumber: "Nummer",
		decidedFor: "Grund",
		rule: "Regel",
		name: "Name",
		email: "E-Mail",
		withdrawn: "Erklärt",
		place: "Ort (Netz / Karte)",
		newFile: "Neue Datei",
		newVersion: "Neue Version",
		endpoint: "Endpunkt",
	},
	buttons: {
		openSessions: "Sitzungen ansehen",
		openPurchase: "Meine Dateien öffnen",
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
		agreeOrObject: "Zustimmen oder ablehnen",
		newPassword: "Neues Passwort wählen",
		resetPassword: "Passwort zurücksetzen",
		payOtherCard: "Mit einer anderen Karte zahlen",
		seeDecision: "Entscheidung ansehen und widersprechen",
	},
	linkIsSecret: "Der Link ist nur für dich. Wer ihn hat, kann den Kauf öffnen.",
	bought: {
		files: ({ n }) => (n === "1" ? "1 Datei" : `${n} Dateien`),
		pictures: ({ n }) => (n === "1" ? "1 Bild in Webgröße" : `${n} Bilder in Webgröße`),
		allPictures: "alle Bilder in Webgröße",
	},
	statementDelay:
		"Es kann fünf bis zehn Tage dauern, bis das Geld auf deiner Abrechnung erscheint.",

	verifyEmail: {
		subject: "Bestätige deine E-Mail-Adresse",
		text: ({ appName }) =>
			`Willkommen bei ${appName}. Bitte bestätige deine Adresse, damit du Nachrichten über Verkäufe und Links für ein neues Passwort bekommst und deine Käufer Belege.`,
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
		passkeyAdded: "Ein Passkey wurde hinzugefügt",
		tokenAdded: "Ein Zugriffstoken wurde hinzugefügt",
		applicationConnected: "Eine App hat jetzt Zugriff auf dein Konto",
		passkeyRemoved: "Ein Passkey wurde entfernt",
		text: "An deinem Konto wurde etwas geändert. Wenn du das warst, brauchst du nichts zu tun.",
		note: "Wenn du das nicht warst, setze jetzt dein Passwort zurück und sieh in den Einstellungen nach deinen Sitzungen.",
	},
	addressChange: {
		confirmNew: {
			subject: "Bestätige deine neue E-Mail-Adresse",
			text: ({ appName }) =>
				`Jemand, hoffentlich du, möchte diese Adresse für sein Konto bei ${appName} verwenden. Bitte bestätige, dass sie dir gehört.`,
			note: ({ period }) =>
				`Der Link gilt ${period}. Warst du es nicht, ignoriere diese E-Mail: Es passiert nichts.`,
		},
		confirmOld: {
			subject: "Deine E-Mail-Adresse soll geändert werden",
			text: ({ email }) =>
				`Jemand, hoffentlich du, möchte für dein Konto künftig die Adresse ${email} verwenden. Über die Schaltfläche kannst du zustimmen oder ablehnen.`,
			unanswered: ({ period }) =>
				`Der Link gilt ${period}. Stimmst du bis dahin nicht zu, ändert sich nichts.`,
			note: "Warst du es nicht, lehne ab und ändere danach sofort dein Passwort.",
		},
		taken: {
			subject: "Diese Adresse hat schon ein Konto",
			text: ({ appName }) =>
				`Jemand, vielleicht du, wollte diese Adresse für ein anderes Konto bei ${appName} verwenden. Sie hat schon eines, deshalb geht das nicht, und nichts wurde geändert.`,
			note: "Warst du es nicht, ignoriere diese E-Mail. Warst du es, melde dich mit dieser Adresse an oder lösche zuerst jenes Konto.",
		},
		changed: {
			subject: "Deine E-Mail-Adresse wurde geändert",
			atNew:
				"Ab jetzt meldest du dich mit dieser Adresse an, und unsere E-Mails erreichen dich hier.",
			atOld: ({ email }) =>
				`Dein Konto verwendet jetzt die Adresse ${email}. Mit dieser hier kannst du dich nicht mehr anmelden.`,
			noteNew:
				"Zur Sicherheit wurden alle Sitzungen beendet außer der, in der die Änderung begonnen wurde. Auszahlungen, Angebote und Verkäufe bleiben unverändert.",
			noteOld: "Warst du es nicht, schreib uns bitte sofort.",
		},
	},
	newDevice: {
		subject: "Neue Anmeldung in deinem Konto",
		text: "In deinem Konto hat sich jemand mit einem Browser angemeldet, den du dafür noch nicht benutzt hast. Wenn du das warst, brauchst du nichts zu tun.",
		browser: ({ browser, system }) => `${browser} unter ${system}`,
		unknown: "Unbekannt",
		note: "Wenn du das nicht warst, beende diese Sitzung in den Einstellungen und ändere sofort dein Passwort.",
	},
	reclaimed: {
		subject: "Dein Passwort wurde geändert",
		confirmed: "Du hast ein neues Passwort, und diese Adresse gilt jetzt als bestätigt.",
		removed:
			"Sie war vorher nicht bestätigt; vielleicht hat also jemand anderes das Konto angelegt. Zur Sicherheit haben wir alle Sitzungen beendet und die Namen, die Zwei-Faktor-Anmeldung, den Cash-App-Namen und andere Auszahlungswege, unfertige Uploads und Nachrichten an den Support entfernt. Der Verkauf aller Angebote ist gestoppt, und ein Pro-Abo endet mit dem bezahlten Zeitraum.",
		next: "Wenn das Konto dir gehört, trage das in den Einstellungen wieder ein und setze in der Übersicht den Verkauf deiner Angebote fort. Wenn nicht, kannst du es in den Einstellungen löschen.",
	},
	webhookOff: {
		subject: "Ein Webhook-Endpunkt wurde ausgeschaltet",
		failing: ({ days }) =>
			`Dieser Endpunkt ist drei Tage lang fehlgeschlagen, deshalb haben wir ihn ausgeschaltet. Wartende Ereignisse bewahren wir ${days} Tage auf.`,
		gone: ({ days }) =>
			`Dieser Endpunkt hat geantwortet, dass es ihn nicht mehr gibt (410), deshalb haben wir ihn ausgeschaltet. Wartende Ereignisse bewahren wir ${days} Tage auf.`,
		next: "Seine Antworten siehst du in den Einstellungen. Sobald du ihn dort wieder einschaltest, senden wir, was wartet.",
	},
	webhookChanged: {
		subjects: {
			added: "Ein Webhook-Endpunkt wurde hinzugefügt",
			moved: "Die Adresse eines Webhook-Endpunkts wurde geändert",
			secretChanged: "Ein Webhook-Endpunkt hat ein neues Geheimnis",
		},
		text: "Wenn du das warst, brauchst du nichts zu tun.",
		note: "Wenn du das nicht warst, setze jetzt dein Passwort zurück: Das meldet alle ab, entfernt alle Zugriffstoken und schaltet alle Webhook-Endpunkte aus.",
	},
	webhooksReset: {
		subject: "Deine Webhook-Endpunkte wurden ausgeschaltet",
		text: "Dein Passwort wurde zurückgesetzt. Deshalb haben wir alle deine Webhook-Endpunkte ausgeschaltet: Jemand anderes könnte sie hinzugefügt oder geändert haben.",
		next: "Prüfe ihre Adressen in den Einstellungen und schalte die ein, die du kennst. Dann senden wir, was wartet.",
	},
	renewalFailed: {
		subject: "Dein Pro-Abo konnte nicht verlängert werden",
		refused:
			"Wir konnten deine Karte für den nächsten Monat Pro nicht belasten: Sie wurde abgelehnt, oder deine Bank möchte, dass du die Zahlung bestätigst. In den nächsten Tagen versuchen wir es noch einmal.",
		keptUntil: ({ day }) =>
			`Pro bleibt dir bis zum ${day}. Zahle vorher mit einer anderen Karte, dann ändert sich nichts.`,
	},
	choiceSent: {
		subject: ({ name, chosen, count }) => `${name} hat ${chosen} von ${count} ausgewählt`,
		text: "Du hast deine Kunden gebeten, aus diesen Dateien auszuwählen. Sieh nach, wer was gewählt hat, kopiere die Dateinamen für dein Fotoprogramm oder schließe die Auswahl.",
		button: "Auswahl ansehen",
	},
	saleAlert: {
		confirm: {
			subject: "Möchtest du wissen, wenn es zu kaufen ist?",
			text: "Jemand hat diese Adresse auf der Seite dieser Dateien eingegeben, die gerade nicht zu kaufen sind. Bestätige sie mit der Schaltfläche, dann bekommst du eine einzige E-Mail, sobald es sie zu kaufen gibt.",
			button: "Ja, gebt mir Bescheid",
			note: ({ period }) =>
				`Der Link gilt ${period}. Wenn du das nicht warst, ignoriere diese E-Mail, und wir löschen deine Adresse.`,
		},
		onSale: {
			subject: "Jetzt zu kaufen: die Dateien, auf die du wartest",
			text: "Du wolltest Bescheid bekommen: Jetzt sind sie zu kaufen.",
			note: "Das ist die einzige E-Mail dazu: Deine Adresse haben wir gerade von der Liste gelöscht.",
		},
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
		until: ({ time }) =>
			`Bewahre diese E-Mail auf: Die Schaltfläche öffnet deinen Kauf auf jedem Gerät. Du kannst die Dateien bis ${time} herunterladen; danach enden die Downloads für alle.`,
	},
	consentGiven: ({ time, text }) => `Vor dem Bezahlen, am ${time}, hast du zugestimmt: „${text}“`,
	withdrawHere: ({ url }) => `Vertrag widerrufen: ${url}`,
	withdrawal: {
		subject: "Dein Widerruf ist eingegangen",
		received: ({ time }) =>
			`Deine Erklärung ist am ${time} bei uns eingegangen. Bewahre diese E-Mail auf: Sie bestätigt, was du erklärt hast und wann.`,
		declaration: "„Hiermit widerrufe ich den Vertrag über den unten genannten Kauf.“",
		refundsItself:
			"Du warst innerhalb der Widerrufsfrist. Dein Geld geht auf dem Weg zurück, auf dem du bezahlt hast, und die Dateien sind gesperrt.",
		outcomes: {
			right_lost:
				"Vor dem Bezahlen hast du verlangt, die Dateien sofort zu bekommen, und zugestimmt, dass du dadurch dein Widerrufsrecht verlierst. Der Anbieter hat deine Erklärung bekommen; er kann dir das Geld trotzdem zurückgeben, muss es aber nicht.",
			in_time:
				"Der Anbieter hat deine Erklärung bekommen und entscheidet über die Erstattung. Wenn du ein Widerrufsrecht hast, muss das Geld innerhalb von 14 Tagen zurückgezahlt werden.",
			late: "Die Widerrufsfrist von 14 Tagen war abgelaufen. Der Anbieter hat deine Erklärung bekommen; er kann dir das Geld trotzdem zurückgeben, muss es aber nicht.",
			no_right:
				"Nach dem, was wir über deine Zahlung wissen, gibt das Recht dort kein Widerrufsrecht für Dateien. Der Anbieter hat deine Erklärung bekommen und kann dir das Geld trotzdem zurückgeben.",
		},
		note: "Wenn du das nicht warst oder etwas nicht stimmt, schreib uns mit der Referenz oben.",
	},
	withdrawnSale: {
		subject: "Ein Käufer widerruft einen Kauf",
		text: "Ein Käufer hat erklärt, dass er den Vertrag über den unten genannten Kauf widerruft.",
		refundsItself:
			"Der Käufer hatte auf das Widerrufsrecht nicht verzichtet und war rechtzeitig. Die Zahlung wird automatisch erstattet, und der Zugang endet damit. Du musst nichts tun.",
		outcomes: {
			right_lost:
				"Vor dem Bezahlen hat der Käufer sofortigen Zugang verlangt und zugestimmt, dadurch sein Widerrufsrecht zu verlieren; der Nachweis liegt beim Kauf. Du musst nicht erstatten. Wenn du möchtest, findest du auf der Seite des Verkaufs eine Schaltfläche dafür.",
			in_time:
				"Der Käufer hat sein Widerrufsrecht nicht verloren. Wenn das Gesetz ihm eines gibt, musst du das Geld innerhalb von 14 Tagen nach der Erklärung zurückzahlen. Eine Online-Zahlung kannst du auf der Seite des Verkaufs erstatten.",
			late: "Die Widerrufsfrist von 14 Tagen war abgelaufen. Deswegen musst du nicht erstatten. Wenn du möchtest, findest du auf der Seite des Verkaufs eine Schaltfläche dafür.",
			no_right:
				"Nach dem, was wir wissen, war der Käufer nicht in der EU, im EWR oder im Vereinigten Königreich; ein Widerrufsrecht ist uns nicht bekannt. Wenn du trotzdem erstatten möchtest, findest du auf der Seite des Verkaufs eine Schaltfläche dafür.",
		},
		conflict:
			"Netz und Karte nennen verschiedene Länder; deshalb wurde nichts automatisch erstattet. Bitte sieh dir beides an.",
		direct: ({ way }) => `Diese Zahlung kam über ${way}: Wenn du sie zurückgibst, dann dort.`,
	},
	sale: {
		subject: ({ title, net }) => `Du hast „${title}“ verkauft und bekommst ${net}`,
		text: "Glückwunsch! So setzt sich der Verkauf zusammen.",
		claimedSubject: ({ price }) => `Ein Käufer sagt, er hat dir ${price} gezahlt`,
		claimed: ({ price, way }) =>
			`Ein Käufer sagt, er hat dir ${price} in ${way} gezahlt, und hat die Dateien sofort bekommen, wie du es eingestellt hast. Sieh dort nach der Zahlung.`,
	},
	refund: {
		subject: "Dein Kauf wurde erstattet",
		text: "Dein Kauf wurde vollständig erstattet. Die Dateien kannst du nicht mehr herunterladen.",
	},
	partRefund: {
		subject: "Ein Teil deines Kaufs wurde erstattet",
		text: ({ amount }) =>
			`${amount} von dem, was du bezahlt hast, sind auf dem Weg zurück zu dir. Deine Dateien behältst du.`,
		lines: ({ amount }) =>
			`${amount} von dem, was du bezahlt hast, sind auf dem Weg zurück zu dir. Was du damit bezahlt hattest, kannst du nicht mehr herunterladen. Alles andere, was du gekauft hast, behältst du.`,
	},
	debitFailed: {
		subject: "Deine Zahlung hat nicht geklappt",
		text: "Deine Bank hat die Lastschrift für Dateien abgelehnt, die du kaufen wolltest. Der Kauf kam also nicht zustande, und die Dateien bleiben gesperrt.",
		next: "Wenn die Dateien noch zu haben sind, kannst du es noch einmal versuchen oder anders bezahlen.",
	},
	autoRefund: {
		subject: "Du bekommst deine Zahlung zurück",
		reasons: {
			duplicate:
				"Du hattest diese Dateien schon gekauft; deine zweite Zahlung wurde vollständig erstattet. Der Link in deinem Beleg öffnet sie in jedem Browser.",
			checkout:
				"Jemand anders hat diese Bestellung schon bezahlt; deine Zahlung wurde vollständig erstattet.",
			sold_out:
				"Das letzte Exemplar wurde verkauft, während du bezahlt hast; deine Zahlung wurde vollständig erstattet.",
			code_used:
				"Dein Rabattcode war schon aufgebraucht, als du bezahlt hast; deine Zahlung wurde vollständig erstattet.",
			withdrawn:
				"Die Dateien wurden zurückgezogen, während du bezahlt hast; deine Zahlung wurde vollständig erstattet.",
			differs: "Die Zahlung passte nicht zur Bestellung und wurde deshalb vollständig erstattet.",
			blocked:
				"Der Anbieter nimmt von deiner E-Mail-Adresse keine Bestellungen an; deine Zahlung wurde vollständig erstattet. Deine anderen Käufe bleiben unverändert.",
		},
	},
	notCharged: {
		subject: "Es wurde nichts abgebucht",
		reasons: {
			duplicate:
				"Du hattest diese Dateien schon gekauft, deshalb wurde deine zweite Zahlung nicht abgebucht. Der Link in deinem Beleg öffnet sie in jedem Browser.",
			checkout:
				"Jemand anders hat diese Bestellung schon bezahlt, deshalb wurde deine Zahlung nicht abgebucht.",
			sold_out:
				"Während du bezahlt hast, wurde das letzte Exemplar verkauft, deshalb wurde deine Zahlung nicht abgebucht.",
			code_used:
				"Dein Rabattcode war schon aufgebraucht, als du bezahlt hast, deshalb wurde deine Zahlung nicht abgebucht.",
			withdrawn:
				"Während du bezahlt hast, wurden die Dateien zurückgezogen, deshalb wurde deine Zahlung nicht abgebucht.",
			blocked:
				"Der Anbieter nimmt von deiner E-Mail-Adresse keine Bestellungen an, deshalb wurde deine Zahlung nicht abgebucht.",
		},
		pending:
			"Bei deiner Bank kann der Betrag noch ein paar Tage lang als vorgemerkt erscheinen. Das verschwindet von selbst.",
	},
	revoked: {
		subject: "Dein Zugriff wurde beendet",
		text: "Der Anbieter hat deinen Zugriff auf gekaufte Dateien beendet. Deine Zahlung wurde nicht erstattet. Der Anbieter schreibt:",
		next: "Wenn du nicht einverstanden bist, wende dich an den Anbieter oder schreib uns mit der Referenz unten. Deine Rechte als Käufer bleiben bestehen.",
	},
	unrevoked: {
		subject: "Du hast wieder Zugriff",
		text: "Der Anbieter hat deinen Zugriff auf gekaufte Dateien wiederhergestellt. Du kannst sie wieder herunterladen.",
	},
	addressCorrection: {
		subject: "Bestätige deine neue E-Mail-Adresse",
		text: ({ from }) =>
			`Ein Anbieter hat uns gebeten, deine Käufe von ${from} auf diese Adresse zu übertragen. Bestätige das mit der Schaltfläche, dann kommen deine Belege hierher.`,
		note: ({ period }) =>
			`Der Link gilt ${period}. Wenn du dort nichts gekauft hast, ignoriere diese E-Mail, und nichts ändert sich.`,
	},
	addressCorrected: {
		subject: "Deine Käufe gehören jetzt zu einer anderen E-Mail-Adresse",
		text: ({ to }) =>
			`Deine Käufe bei diesem Anbieter wurden auf ${to} übertragen; dort wurde das bestätigt. Links zu Belegen, die an diese Adresse gingen, gelten nicht mehr.`,
		next: "Wenn du das nicht wolltest, schreib uns.",
	},
	refundFailed: {
		subject: "Deine Erstattung ist fehlgeschlagen",
		refused: ({ amount }) =>
			`Deine Bank hat die Erstattung von ${amount} nicht angenommen; oft ist die Karte oder das Konto abgelaufen oder gekündigt. Das Geld liegt wieder beim Anbieter.`,
		next: "Du hast deinen Kauf weiterhin und kannst deine Dateien wieder herunterladen. Wenn du das Geld trotzdem zurückmöchtest, frag deine Bank, welche Karte oder welches Konto Erstattungen annimmt, und schreib uns mit der Referenz unten: Wir können die Erstattung noch einmal versuchen oder einen anderen Weg finden.",
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
			`Für deine Zahlung von ${amount} hast du nichts bekommen, und wir wollten sie zurückgeben. Deine Bank hat das nicht angenommen; oft ist die Karte oder das Konto abgelaufen oder gekündigt.`,
		next: "Wir versuchen es noch einmal. Wenn es deine Karte oder dein Konto nicht mehr gibt, schreib uns mit der Referenz unten, dann geben wir dir das Geld auf einem anderen Weg zurück. Es gehört dir.",
	},
	dispute: {
		subject: "Eine Zahlung wird angefochten",
		held: "Die Bank eines Käufers hat eine Zahlung angefochten, die du bekommen hast. Bis zur Entscheidung wird der Betrag einbehalten, und der Käufer kann nichts herunterladen.",
		evidence:
			"Auf der Seite mit den Nachweisen steht, was verkauft und was heruntergeladen wurde; drucke sie aus oder speichere sie für deine Antwort.",
	},
	disputeReasons: {
		duplicate: "Doppelt bezahlt",
		fraudulent: "Der Zahlende sagt, die Zahlung sei nicht von ihm",
		product_not_received: "Der Käufer sagt, er habe die Dateien nicht bekommen",
		product_unacceptable: "Der Käufer sagt, die Dateien entsprächen nicht der Beschreibung",
		unrecognized: "Der Zahlende erkennt die Zahlung nicht wieder",
		credit_not_processed: "Der Käufer sagt, eine Erstattung fehle",
		subscription_canceled: "Der Käufer sagt, er habe gekündigt",
		debit_not_authorized: "Die Bank des Käufers hat die Lastschrift zurückgeholt",
		insufficient_funds: "Das Konto des Käufers war nicht gedeckt",
		bank_cannot_process: "Die Bank des Käufers konnte die Zahlung nicht ausführen",
		incorrect_account_details: "Die Kontodaten des Käufers waren falsch",
		check_returned: "Die Bank des Käufers hat den Scheck nicht eingelöst",
		other: "Ein anderer Grund",
	},
	fraudWarning: {
		subject: "Eine Zahlung könnte Betrug sein",
		text: "Die Bank eines Käufers vermutet, dass eine Zahlung an dich mit einer fremden Karte gemacht wurde. Sie hat das Geld bisher nicht zurückgeholt.",
		next: "Wenn du die Zahlung jetzt erstattest, vermeidest du meist eine Anfechtung und deren Gebühr. Wenn du den Käufer kennst, musst du nichts tun.",
	},
	accountDisconnected: {
		subject: "Dein Stripe-Konto ist nicht mehr verbunden",
		text: "Dein Stripe-Konto ist nicht mehr mit uns verbunden, deshalb kann dorthin nichts ausgezahlt werden. Deine Dateien können weiterhin gekauft werden: Wir verwahren dein Geld, bis du wieder ein Konto verbindest.",
		next: "Wenn du das nicht warst, prüfe dein Konto bei Stripe und deine Sitzungen hier.",
	},
	disputeLost: {
		subject: "Anfechtung verloren",
		decided:
			"Die Bank hat für den Käufer entschieden: Er behält das Geld und verliert endgültig den Zugang zu den Dateien. Der Verkauf ist rückgängig gemacht, und zur Rechnung auf dem Beleg des Käufers gibt es eine Gutschrift.",
		cost: "Der Betrag und die Gebühr der Bank gehen von deinem Guthaben ab, und unsere Plattformgebühr geben wir zurück. Was es nicht deckt, behalten wir von deinen nächsten Verkäufen ein.",
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
		next: ({ price, way }) =>
			`Wenn du ${price} in ${way} gezahlt hast, bitte den Anbieter dort, das Geld zurückzugeben. Direkte Zahlungen sind eine Sache zwischen dir und dem Anbieter; dieses Geld liegt nie bei uns.`,
	},

	claim: {
		subject: ({ price, way }) => `Hast du ${price} in ${way} bekommen?`,
		text: ({ price, way }) =>
			`Ein Käufer sagt, er hat dir ${price} in ${way} gezahlt. Sieh dort nach der Zahlung und gib sie dann frei oder lehne sie ab. Mit der Freigabe bekommt dieser Käufer die Dateien.`,
	},
	claimReminder: {
		subject: "Ein Käufer wartet auf deine Antwort",
		text: ({ price, way }) =>
			`Seit gestern wartet ein Käufer auf deine Antwort, der sagt, er hat dir ${price} in ${way} gezahlt.`,
	},
	claimToReturn: {
		subject: ({ price, way }) => `Gib ${price} in ${way} zurück, falls du sie bekommen hast`,
		text: ({ price, way }) =>
			`Ein Käufer sagt, er hat dir ${price} in ${way} gezahlt. Bevor du geantwortet hast, hat er dieselben Dateien schon durch eine andere Zahlung bekommen; diese wird also nicht gebraucht.`,
		next: ({ way }) =>
			`Sieh in ${way} nach dem Referenzcode unten. Wenn das Geld angekommen ist, schick es zurück und bestätige das mit der Schaltfläche: Der Käufer erfährt es.`,
	},
	declined: {
		not_found: {
			subject: ({ way }) => `Deine Zahlung in ${way} wurde nicht gefunden`,
			text: ({ price, way }) =>
				`Der Anbieter konnte deine Zahlung von ${price} in ${way} nicht finden.`,
			next: ({ way }) =>
				`Wenn du gezahlt hast, prüfe die Transaktions-ID in ${way} und schick sie von der Zahlungsseite aus noch einmal. Direkte Zahlungen sind eine Sache zwischen dir und dem Anbieter.`,
		},
		wrong_amount: {
			subject: ({ way }) => `Deine Zahlung in ${way} entspricht nicht dem Preis`,
			text: ({ price, way }) =>
				`Der Anbieter sagt, dass in ${way} nicht der Preis von ${price} angekommen ist; deshalb bleiben die Dateien gesperrt.`,
			next: ({ way }) =>
				`Vergleiche den Betrag in ${way}. Kläre den Unterschied dort mit dem Anbieter oder lass dir das Geld zurückgeben; schick danach die Transaktions-ID von der Zahlungsseite aus noch einmal. Direkte Zahlungen sind eine Sache zwischen dir und dem Anbieter.`,
		},
		returned: {
			subject: ({ way }) => `Deine Zahlung in ${way} wurde zurückgegeben`,
			text: ({ price, way }) =>
				`Der Anbieter sagt, dass er dir deine Zahlung von ${price} in ${way} zurückgeschickt hat.`,
			next: ({ way }) =>
				`Sieh in ${way} nach. Wenn das Geld nicht da ist, frag den Anbieter in ${way}. Direkte Zahlungen sind eine Sache zwischen dir und dem Anbieter.`,
		},
		already_open: {
			subject: () => "Du hast die Dateien schon, für die du gezahlt hast",
			text: ({ price, way }) =>
				`Du hast uns gesagt, dass du ${price} in ${way} gezahlt hast. Bevor der Anbieter geantwortet hat, hast du die Dateien durch eine andere Zahlung bekommen: Lade sie von ihrer Seite herunter.`,
			next: ({ way }) =>
				`Deine Zahlung in ${way} wird also nicht gebraucht. Wenn sie angekommen ist, haben wir dem Anbieter gesagt, dass er sie zurückschicken soll; frag in ${way} nach, wenn das Geld nicht kommt. Direkte Zahlungen sind eine Sache zwischen dir und dem Anbieter.`,
		},
	},

	reportReceived: {
		subject: "Wir haben deine Meldung erhalten",
		text: "Danke. Ein Mensch prüft deine Meldung, in der Regel innerhalb von zwei Werktagen.",
		next: "Unsere Entscheidung schicken wir dir an diese Adresse.",
	},
	reportDecided: {
		subject: "Unsere Entscheidung zu deiner Meldung",
		outcomes: {
			taken_down:
				"Wir haben uns angesehen, was du gemeldet hast, und es gesperrt. Es wird nicht mehr verkauft, und niemand kann es herunterladen.",
			suspended:
				"Wir haben uns angesehen, was du gemeldet hast, und das Konto gesperrt, zu dem es gehört.",
			restored:
				"Der Anbieter hat widersprochen, und wir haben es noch einmal geprüft. Was du gemeldet hast, ist wieder verfügbar: Die Gründe dagegen waren nicht stichhaltig.",
			no_action:
				"Wir haben uns angesehen, was du gemeldet hast. Soweit wir sehen, verstößt es weder gegen Gesetze noch gegen unsere Bedingungen. Es bleibt verfügbar.",
		},
		next: "Wenn du das anders siehst, schreib uns mit der Nummer unten, dann prüfen wir es noch einmal. Du kannst dich auch an ein Gericht oder die zuständige Behörde wenden.",
	},
	caseAnswer: {
		subject: ({ subject }) => `Unsere Antwort: ${subject}`,
		note: "Antworten auf diese E-Mail erreichen uns nicht. Nimm zum Schreiben die Schaltfläche und nenne die Nummer oben.",
	},
	categories: {
		copyright: "Urheber- oder Markenrecht",
		illegal: "Rechtswidrige Inhalte",
		scam: "Betrug oder irreführendes Angebot",
		malware: "Schädliche Software",
		other: "Anderer Verstoß gegen unsere Bedingungen",
	},
	rules: {
		copyright: "AGB, Abschnitt 4: Verkaufe nur, was du verkaufen darfst.",
		illegal: "AGB, Abschnitt 4: nichts Rechtswidriges.",
		scam: "AGB, Abschnitt 4: Beschreibe wahrheitsgemäß, was du verkaufst.",
		malware: "AGB, Abschnitt 4: keine Schadsoftware.",
		other: "AGB, Abschnitt 4 (Pflichten der Nutzer).",
	},
	takenDown: {
		subject: ({ title }) => `Wir haben „${title}“ gesperrt`,
		text: ({ title }) =>
			`Wir haben „${title}“ gesperrt. Es wird nicht mehr verkauft, und niemand kann es herunterladen, auch nicht, wer es gekauft hat.`,
		order: "Eine Behörde hat das angeordnet.",
		found: "Was wir festgestellt haben:",
		appeal:
			"Wenn du das für falsch hältst, widersprich, und wir prüfen es noch einmal. Du kannst dich auch an ein Gericht oder eine außergerichtliche Streitbeilegungsstelle wenden.",
	},
	suspended: {
		subject: "Dein Konto wurde gesperrt",
		text: "Wir haben dein Konto gesperrt. Deine Angebote sind nicht mehr im Verkauf, und du kannst nichts hochladen. Deine Käufer behalten, was sie gekauft haben, dein Guthaben gehört weiterhin dir, und du kannst dich weiter anmelden, deine Verkäufe sehen und deine Daten exportieren.",
	},
	uploadQuarantined: {
		subject: ({ title }) => `Dateien von „${title}“ werden zurückgehalten`,
		text: ({ title }) =>
			`Vor dem Veröffentlichen wird alles Hochgeladene auf Schadsoftware geprüft. In einer Datei, die du für „${title}“ hochgeladen hast, wurde etwas gefunden. Deshalb sind die Dateien nicht öffentlich und können nicht gekauft werden.`,
		todo: "Prüfe deinen Rechner auf Schadsoftware. Lade die Dateien dann ohne diese hoch, oder mit einer sauberen Kopie davon.",
		wrong: "Wenn du sicher bist, dass die Datei harmlos ist, schreib uns: Wir sehen sie uns an.",
		file: "Datei",
		match: "Gefunden",
	},
	restored: {
		share: {
			subject: ({ title }) => `„${title}“ ist wieder verfügbar`,
			text: ({ title }) =>
				`Wir haben noch einmal geprüft und unsere Entscheidung gegen „${title}“ aufgehoben. Es ist wieder da wie zuvor.`,
		},
		account: {
			subject: "Dein Konto ist wieder aktiv",
			text: "Wir haben noch einmal geprüft und die Sperre deines Kontos aufgehoben. Du kannst verkaufen und hochladen wie zuvor; gesperrte Angebote bleiben gesperrt, bis auch das aufgehoben ist.",
		},
	},
	appealRejected: {
		subject: "Unsere Entscheidung zu deinem Widerspruch",
		text: "Wir haben es noch einmal geprüft, und unsere Entscheidung bleibt bestehen.",
		next: "Du kannst dich weiterhin an ein Gericht oder eine außergerichtliche Streitbeilegungsstelle wenden.",
	},
	buyerUpdate: {
		subject: "Neues zu deinem Kauf",
		intro: ({ creator, title }) =>
			`Nachricht von ${creator} an alle, die „${title}“ gekauft haben:`,
		introUnnamed: ({ title }) => `Nachricht an alle, die „${title}“ gekauft haben:`,
		why: ({ title }) => `Du bekommst diese E-Mail, weil du „${title}“ gekauft hast.`,
		stillReceipts:
			"Wenn du diese Nachrichten abbestellst, bekommst du Belege und Erstattungen weiterhin.",
		unsubscribe: "Nachrichten dieses Anbieters abbestellen",
		report: "Diese Nachricht melden",
	},
};
