/** Values that a text needs, by name; amounts, days and periods arrive formatted in its language. */
type With<Name extends string> = Readonly<Record<Name, string>>;

/** The mails in English. Every other language has the same texts: its type is `MailTexts`. */
export const mails = {
	layout: {
		buttonHint: ({ url }: With<"url">) => `If the button doesn’t work, open this address: ${url}`,
	},
	labels: {
		when: "When",
		browser: "Browser",
		country: "Country",
		files: "Files",
		creator: "Creator",
		buyer: "Buyer",
		price: "Price",
		reference: "Reference",
		noteReference: "Reference code in the note",
		confirmationCode: "Transaction ID",
		reason: "Reason",
		date: "Date",
		paid: "Paid",
		paidBy: "Paid by",
		card: "Online payment",
		discountCode: "Discount code",
		refunded: "Refunded",
		notRefunded: "Not refunded",
		platformFee: "Platform fee",
		processingFee: "Processing fee",
		earned: "You keep",
		downloadUntil: "Download until",
		disputed: "Disputed",
		answerBy: "Answer by",
		takenByBank: "Taken back by the bank",
		returnedByBank: "Returned by the bank",
		bankFee: "The bank’s dispute fee",
		platformFeeBack: "Our platform fee, given back",
		inAll: "In total",
		caseNumber: "Number",
		decidedFor: "Because of",
		rule: "Rule",
		name: "Name",
		email: "Email",
		withdrawn: "Declared",
		place: "Place (network / card)",
		newFile: "New file",
		newVersion: "New version",
		endpoint: "Endpoint",
	},
	buttons: {
		openSessions: "Check your sessions",
		openPurchase: "Open my files",
		openFiles: "Open my files",
		openShare: "Open the files’ page",
		openPayment: "Open the payment page",
		openDashboard: "Open the dashboard",
		openSale: "Open the sale",
		openEvidence: "Open the evidence page",
		openSettings: "Open Settings",
		decide: "Approve or decline",
		returned: "I sent it back, or it never arrived",
		writeToUs: "Write to us",
		confirmAddress: "Confirm email address",
		agreeOrObject: "Approve or cancel",
		newPassword: "Choose a new password",
		resetPassword: "Reset password",
		payOtherCard: "Pay with another card",
		seeDecision: "See the decision and appeal",
	},
	linkIsSecret: "This link is just for you. Anyone who has it can open the purchase.",
	bought: {
		files: ({ n }: With<"n">) => (n === "1" ? "1 file" : `${n} files`),
		pictures: ({ n }: With<"n">) =>
			n === "1" ? "1 picture in web size" : `${n} pictures in web size`,
		allPictures: "all pictures in web size",
	},
	statementDelay: "It can take five to ten days for the money to show on your statement.",

	verifyEmail: {
		subject: "Confirm your email address",
		text: ({ appName }: With<"appName">) =>
			`Welcome to ${appName}. Please confirm your address to get sale notifications and password resets, and so your buyers get receipts.`,
		note: ({ period }: With<"period">) =>
			`The link works for ${period}. If you didn’t create an account, you can ignore this email.`,
	},
	resetPassword: {
		subject: "Reset your password",
		text: "Someone, hopefully you, asked for a new password for your account.",
		note: ({ period }: With<"period">) =>
			`The link works once, for ${period}. If it wasn’t you, ignore this email: your password won’t change.`,
	},
	security: {
		passwordChanged: "Your password was changed",
		totpOn: "Two-step sign-in was turned on",
		totpOff: "Two-step sign-in was turned off",
		passkeyAdded: "A passkey was added",
		tokenAdded: "An access token was added",
		applicationConnected: "An app was given access to your account",
		passkeyRemoved: "A passkey was removed",
		text: "Your account was changed. If it was you, there’s nothing to do.",
		note: "If it wasn’t you, reset your password now and check your sessions in Settings.",
	},
	addressChange: {
		confirmNew: {
			subject: "Confirm your new email address",
			text: ({ appName }: With<"appName">) =>
				`Someone, hopefully you, wants to use this address for their account on ${appName}. Please confirm that it’s yours.`,
			note: ({ period }: With<"period">) =>
				`The link works for ${period}. If it wasn’t you, ignore this email and nothing will change.`,
		},
		confirmOld: {
			subject: "Your email address is about to change",
			text: ({ email }: With<"email">) =>
				`Someone, hopefully you, wants your account to use the address ${email} from now on. Use the button to approve or cancel it.`,
			unanswered: ({ period }: With<"period">) =>
				`Unless you approve it within ${period}, nothing changes.`,
			note: "If it wasn’t you, cancel it, and then change your password right away.",
		},
		taken: {
			subject: "This address already has an account",
			text: ({ appName }: With<"appName">) =>
				`Someone, maybe you, wanted to use this address for another account on ${appName}. It already has one, so nothing was changed.`,
			note: "If it wasn’t you, you can ignore this email. If it was, sign in with this address, or delete that account first.",
		},
		changed: {
			subject: "Your email address was changed",
			atNew: "From now on, you sign in with this address and get our emails here.",
			atOld: ({ email }: With<"email">) =>
				`Your account now uses the address ${email}. You can no longer sign in with this one.`,
			noteNew:
				"To be safe, we signed you out everywhere except where the change was started. Payouts, shares and sales are unchanged.",
			noteOld: "If it wasn’t you, write to us right away.",
		},
	},
	newDevice: {
		subject: "New sign-in to your account",
		text: "Someone signed in to your account in a browser you hadn’t used before. If it was you, there’s nothing to do.",
		browser: ({ browser, system }: With<"browser" | "system">) => `${browser} on ${system}`,
		unknown: "Unknown",
		note: "If it wasn’t you, sign out that session in Settings and change your password right away.",
	},
	reclaimed: {
		subject: "Your password was changed",
		confirmed: "You have a new password, and this address now counts as confirmed.",
		removed:
			"It hadn’t been confirmed before, so someone else may have created the account. To be safe, we signed out every session and removed the names, the two-step sign-in, the Cash App handle and other payout methods, unfinished uploads and messages to support. Sales of all shares are stopped, and a Pro subscription ends with the period that’s already paid for.",
		next: "If the account is yours, add these again in Settings and resume selling on your dashboard. If it isn’t, you can delete it in Settings.",
	},
	webhookOff: {
		subject: "A webhook endpoint was switched off",
		failing: ({ days }: With<"days">) =>
			`This endpoint kept failing for three days, so we switched it off. We’ll keep the events still waiting for ${days} days.`,
		gone: ({ days }: With<"days">) =>
			`This endpoint responded that it’s gone (410), so we switched it off. We’ll keep the events still waiting for ${days} days.`,
		next: "See its responses in Settings. Once you switch it on again there, we’ll send what’s waiting.",
	},
	webhookChanged: {
		subjects: {
			added: "A webhook endpoint was added",
			moved: "The address of a webhook endpoint was changed",
			secretChanged: "A webhook endpoint got a new secret",
		},
		text: "If it was you, there’s nothing to do.",
		note: "If it wasn’t you, reset your password now: that signs everyone out, removes all access tokens and switches off all webhook endpoints.",
	},
	webhooksReset: {
		subject: "Your webhook endpoints were switched off",
		text: "Your password was reset, so we switched off all of your webhook endpoints: someone else may have added or changed them.",
		next: "Check their addresses in Settings and switch on those you know. We’ll then send what’s waiting.",
	},
	renewalFailed: {
		subject: "We couldn’t charge you for Pro",
		refused:
			"We couldn’t charge your card for the next month of Pro. It was declined, or your bank wants you to confirm the payment. We’ll try again over the next few days.",
		keptUntil: ({ day }: With<"day">) =>
			`You keep Pro until ${day}. Pay with another card before then, and nothing changes.`,
	},
	choiceSent: {
		subject: ({ name, chosen, count }: With<"name" | "chosen" | "count">) =>
			`${name} has chosen ${chosen} of ${count}`,
		text: "You asked your clients to choose from these files. See who chose what, copy the file names for your photo software, or close the round.",
		button: "See the choice",
	},
	/** to who wants to know when a share can be bought */
	saleAlert: {
		confirm: {
			subject: "Want to know when it’s on sale?",
			text: "Someone entered this address on the page of these files, which aren’t on sale right now. Confirm it with the button, and you’ll get one email as soon as they are.",
			button: "Yes, tell me",
			note: ({ period }: With<"period">) =>
				`The link works for ${period}. If it wasn’t you, ignore this email and we’ll delete your address.`,
		},
		onSale: {
			subject: "On sale now: the files you asked about",
			text: "You asked us to tell you: they’re on sale now.",
			note: "This is the only email about it. We’ve just deleted your address from the list.",
		},
	},
	purchaseCode: {
		subject: "Your code to find your purchases",
		text: "Enter this code on the page where you asked for it.",
		note: ({ period }: With<"period">) =>
			`The code works for ${period}. If it wasn’t you, ignore this email.`,
	},

	receipt: {
		subject: "Your receipt",
		thanks: "Thank you for your purchase. Your files are ready to download.",
		thanksTo: ({ creator }: With<"creator">) =>
			`Thank you for your purchase from ${creator}. Your files are ready to download.`,
		keep: ({ period }: With<"period">) =>
			`Keep this email: the button opens your purchase on any device. If the creator deletes the files, we’ll let you know, and you can still download them for ${period}.`,
		until: ({ time }: With<"time">) =>
			`Keep this email: the button opens your purchase on any device. You can download the files until ${time}; after that, downloads end for everyone.`,
	},
	/** the consent before paying, on receipts */
	consentGiven: ({ time, text }: With<"time" | "text">) =>
		`Before you paid, on ${time}, you agreed: “${text}”`,
	withdrawHere: ({ url }: With<"url">) => `Withdraw from the contract: ${url}`,
	withdrawal: {
		subject: "We have received your withdrawal",
		received: ({ time }: With<"time">) =>
			`Your declaration reached us on ${time}. Please keep this email: it confirms what you declared and when.`,
		declaration: "“I hereby withdraw from the contract for the purchase described below.”",
		refundsItself:
			"You were within the withdrawal period. We’re returning your payment the way you paid, and the files are locked.",
		outcomes: {
			right_lost:
				"Before you paid, you asked for immediate access and agreed that you’d lose your right of withdrawal by doing so. We’ve told the seller, who can still refund you but doesn’t have to.",
			in_time:
				"We’ve told the seller, who decides about the refund. If you have a right of withdrawal, the money must be returned within 14 days.",
			late: "The withdrawal period of 14 days was over. We’ve told the seller, who can still refund you but doesn’t have to.",
			no_right:
				"As far as we know, you paid where the law gives no right of withdrawal for files. We’ve told the seller, who can still refund you.",
		},
		note: "If this wasn’t you, or something here is wrong, write to us with the reference above.",
	},
	withdrawnSale: {
		subject: "A buyer withdraws from a purchase",
		text: "A buyer has declared that they withdraw from the contract for the purchase below.",
		refundsItself:
			"The buyer hadn’t given up the right of withdrawal and was in time. The refund is automatic, and their access ends. There’s nothing for you to do.",
		outcomes: {
			right_lost:
				"Before paying, the buyer asked for immediate access and agreed to lose the right of withdrawal by doing so; the record is kept with the purchase. You don’t have to refund. If you want to, use the button on the sale’s page.",
			in_time:
				"The buyer hasn’t given up the right of withdrawal. If the law gives them one, you have to return the money within 14 days of the declaration. You can refund an online payment on the sale’s page.",
			late: "The withdrawal period of 14 days was over. You don’t have to refund because of this. If you want to, use the button on the sale’s page.",
			no_right:
				"As far as we know, the buyer wasn’t in the EU, the EEA or the United Kingdom, so we know of no right of withdrawal. If you still want to refund, use the button on the sale’s page.",
		},
		conflict:
			"The network and the card point to different countries, so nothing was refunded automatically. Please look at both.",
		direct: ({ way }: With<"way">) =>
			`This payment was made in ${way}: if you return it, do it there.`,
	},
	sale: {
		subject: ({ title, net }: With<"title" | "net">) => `You sold “${title}”: you keep ${net}`,
		text: "Nice work. Here’s how the sale adds up.",
		claimedSubject: ({ price }: With<"price">) => `A buyer says they paid you ${price}`,
		claimed: ({ price, way }: With<"price" | "way">) =>
			`A buyer says they paid you ${price} in ${way} and got the files right away, as you chose. Look for the payment there.`,
	},
	refund: {
		subject: "Your purchase was refunded",
		text: "Your purchase has been refunded in full, and you can no longer download the files.",
	},
	partRefund: {
		subject: "Part of your purchase was refunded",
		text: ({ amount }: With<"amount">) =>
			`${amount} of what you paid is on its way back to you. You keep the files.`,
		lines: ({ amount }: With<"amount">) =>
			`${amount} of what you paid is on its way back to you. You can no longer download what it was for. You keep everything else you bought.`,
	},
	debitFailed: {
		subject: "Your payment didn’t go through",
		text: "Your bank refused the debit for files you wanted to buy, so the purchase didn’t go through and the files stay locked.",
		next: "If the files are still for sale, you can try again or pay another way.",
	},
	autoRefund: {
		subject: "Your payment is on its way back",
		reasons: {
			duplicate:
				"You had already bought these files, so your second payment has been refunded in full. The link in your receipt opens them in any browser.",
			checkout:
				"Someone else has already paid for this order, so your payment has been refunded in full.",
			sold_out:
				"The last copy was sold while you were paying, so your payment has been refunded in full.",
			code_used:
				"Your discount code had run out when you paid, so your payment has been refunded in full.",
			withdrawn:
				"The files were withdrawn while you were paying, so your payment has been refunded in full.",
			differs: "The payment didn’t match the order, so it has been refunded in full.",
			blocked:
				"The creator doesn’t take orders from your email address, so your payment has been refunded in full. Your other purchases aren’t affected.",
		},
	},
	notCharged: {
		subject: "You haven’t been charged",
		reasons: {
			duplicate:
				"You had already bought these files, so your second payment wasn’t charged. The link in your receipt opens them in any browser.",
			checkout: "Someone else has already paid for this order, so your payment wasn’t charged.",
			sold_out: "The last copy was sold while you were paying, so your payment wasn’t charged.",
			code_used: "Your discount code had run out when you paid, so your payment wasn’t charged.",
			withdrawn: "The files were withdrawn while you were paying, so your payment wasn’t charged.",
			blocked:
				"The creator doesn’t take orders from your email address, so your payment wasn’t charged.",
		},
		pending: "Your bank may show the amount as pending for a few days. It goes away by itself.",
	},
	revoked: {
		subject: "Your access has ended",
		text: "The creator ended your access to files you bought. Your payment hasn’t been refunded. The creator writes:",
		next: "If you disagree, talk to the creator or write to us with the reference below. Your rights as a buyer are unchanged.",
	},
	unrevoked: {
		subject: "You have access again",
		text: "The creator has restored your access to files you bought. You can download them again.",
	},
	/** to the new address, which has to confirm */
	addressCorrection: {
		subject: "Confirm your new email address",
		text: ({ from }: With<"from">) =>
			`A creator asked us to move your purchases from ${from} to this address. Confirm it with the button, and your receipts will come here.`,
		note: ({ period }: With<"period">) =>
			`The link works for ${period}. If you haven’t bought anything there, ignore this email and nothing will change.`,
	},
	/** to the former address */
	addressCorrected: {
		subject: "Your purchases moved to another email",
		text: ({ to }: With<"to">) =>
			`Your purchases from this creator have been moved to ${to}, where the move was confirmed. Receipt links sent to this address no longer work.`,
		next: "If you didn’t ask for this, write to us.",
	},
	refundFailed: {
		subject: "Your refund failed",
		refused: ({ amount }: With<"amount">) =>
			`Your bank didn’t accept the refund of ${amount}; this often means the card or account has expired or been closed. The money is back with the creator.`,
		next: "You still have your purchase and can download again. If you still want your money back, ask your bank which card or account can receive refunds, then write to us with the reference below: we can try again or find another way.",
	},
	refundFailedSale: {
		subject: "A refund failed",
		refused: ({ amount }: With<"amount">) =>
			`The buyer’s bank didn’t accept the refund of ${amount}. The money is yours again, the sale stands, and the buyer can download again. We’ve told the buyer.`,
		next: "If you still want to return the money, refund the sale again, or agree on another way with the buyer.",
	},
	autoRefundFailed: {
		subject: "We couldn’t return your payment yet",
		refused: ({ amount }: With<"amount">) =>
			`Your payment of ${amount} didn’t buy anything, so we tried to return it. Your bank didn’t accept it; this often means the card or account has expired or been closed.`,
		next: "We’ll try again. If your card or account has been closed, write to us with the reference below and we’ll return the money another way. It’s yours.",
	},
	dispute: {
		subject: "A payment is being disputed",
		held: "A buyer’s bank is disputing a payment to you. The amount is on hold, and the buyer can’t download until it’s decided.",
		evidence:
			"The evidence page lists what was sold and what was downloaded; print or save it for your response.",
	},
	/** by the provider’s reason */
	disputeReasons: {
		duplicate: "Paid twice",
		fraudulent: "The payer says they didn’t make this payment",
		product_not_received: "The buyer says they didn’t get the files",
		product_unacceptable: "The buyer says the files aren’t as described",
		unrecognized: "The payer doesn’t recognize the payment",
		credit_not_processed: "The buyer says a refund is missing",
		subscription_canceled: "The buyer says they’d cancelled",
		debit_not_authorized: "The buyer’s bank took the debit back",
		insufficient_funds: "The buyer’s account didn’t have the money",
		bank_cannot_process: "The buyer’s bank couldn’t carry out the payment",
		incorrect_account_details: "The details of the buyer’s account were wrong",
		check_returned: "The buyer’s check was returned unpaid",
		other: "Another reason",
	},
	fraudWarning: {
		subject: "A payment may be fraudulent",
		text: "The buyer’s bank suspects that a payment to you was made with someone else’s card. It hasn’t taken the money back so far.",
		next: "Refunding the payment now usually prevents a dispute and its fee. If you know the buyer, there’s nothing to do.",
	},
	accountDisconnected: {
		subject: "Your Stripe account is disconnected",
		text: "Your Stripe account is no longer connected, so we can’t pay out to it. Your files can still be bought: we hold your money until you connect an account again.",
		next: "If you didn’t do this, check your account at Stripe and your sessions here.",
	},
	disputeLost: {
		subject: "Dispute lost",
		decided:
			"The bank decided for the buyer: they keep the money and lose access to the files for good. The sale is reversed, and the invoice on the buyer’s receipt has a credit note.",
		cost: "The amount and the bank’s dispute fee come out of your balance, and we return our platform fee. Whatever it doesn’t cover is taken from your next sales.",
	},
	disputeWon: {
		subject: "Dispute won",
		decided:
			"The bank decided for you: the amount is yours again, and the buyer can download again.",
		cost: "Banks keep their dispute fee either way.",
	},
	keptForBuyers: {
		subject: ({ day }: With<"day">) => `Download until ${day}`,
		deleted: ({ day }: With<"day">) =>
			`The creator has deleted files you bought. We’re keeping them for you until ${day}; after that they’re gone.`,
		next: "Download everything you want to keep before then.",
	},
	undecidedClaim: {
		subject: "The files you asked for were deleted",
		deleted:
			"The creator deleted files you told us you’d paid for, without answering you. They’re no longer for sale.",
		next: ({ price, way }: With<"price" | "way">) =>
			`If you paid ${price} in ${way}, ask the creator there to return it. Direct payments are between you and the creator; we never hold that money.`,
	},

	claim: {
		subject: ({ price, way }: With<"price" | "way">) => `Did you get ${price} in ${way}?`,
		text: ({ price, way }: With<"price" | "way">) =>
			`A buyer says they paid you ${price} in ${way}. Look for the payment there, then approve or decline. Approving gives this buyer the files.`,
	},
	claimReminder: {
		subject: "A buyer is waiting for your answer",
		text: ({ price, way }: With<"price" | "way">) =>
			`A buyer who says they paid you ${price} in ${way} has been waiting for your answer since yesterday.`,
	},
	claimToReturn: {
		subject: ({ price, way }: With<"price" | "way">) =>
			`Send back ${price} in ${way} if you received it`,
		text: ({ price, way }: With<"price" | "way">) =>
			`A buyer says they paid you ${price} in ${way}. Another payment had already opened the same files to them, so this one isn’t needed.`,
		next: ({ way }: With<"way">) =>
			`Look in ${way} for the reference code below. If the money arrived, send it back, then confirm with the button and we’ll tell the buyer.`,
	},
	/** to the buyer, by the reason for which a direct payment was declined */
	declined: {
		not_found: {
			subject: ({ way }: With<"way">) => `Your ${way} payment was not found`,
			text: ({ price, way }: With<"price" | "way">) =>
				`The creator couldn’t find your ${way} payment of ${price}.`,
			next: ({ way }: With<"way">) =>
				`If you’ve paid, check the transaction ID in ${way} and send it again from the payment page. Direct payments are between you and the creator.`,
		},
		wrong_amount: {
			subject: ({ way }: With<"way">) => `Your ${way} payment doesn’t match the price`,
			text: ({ price, way }: With<"price" | "way">) =>
				`The creator says the amount they received in ${way} isn’t ${price}, so the files stay locked.`,
			next: ({ way }: With<"way">) =>
				`Check the amount in ${way}. Settle the difference with the creator there, or ask for your money back; then send the transaction ID again from the payment page. Direct payments are between you and the creator.`,
		},
		returned: {
			subject: ({ way }: With<"way">) => `Your ${way} payment was returned`,
			text: ({ price, way }: With<"price" | "way">) =>
				`The creator says they sent your ${way} payment of ${price} back to you.`,
			next: ({ way }: With<"way">) =>
				`Look for it in ${way}. If it isn’t there, ask the creator there. Direct payments are between you and the creator.`,
		},
		already_open: {
			subject: () => "You already have the files you paid for",
			text: ({ price, way }: With<"price" | "way">) =>
				`You told us you paid ${price} in ${way}. Before the creator answered, another payment opened the files to you: download them from their page.`,
			next: ({ way }: With<"way">) =>
				`That makes your ${way} payment unnecessary. If it went through, we’ve told the creator to send it back; ask them in ${way} if it doesn’t arrive. Direct payments are between you and the creator.`,
		},
	},

	reportReceived: {
		subject: "We’ve received your report",
		text: "Thank you. A person will review your report, usually within two working days.",
		next: "We’ll email our decision to this address.",
	},
	reportDecided: {
		subject: "What we decided about your report",
		outcomes: {
			taken_down:
				"We reviewed what you reported and took it down. It’s no longer for sale, and nobody can download it.",
			suspended: "We reviewed what you reported and suspended the account it belongs to.",
			restored:
				"Its creator appealed, and we reviewed it again. What you reported is available again: the reasons against it didn’t hold up.",
			no_action:
				"We reviewed what you reported. As far as we can tell, it breaks neither the law nor our terms, so it stays available.",
		},
		next: "If you disagree, write to us with the number below and we’ll review it again. You can also go to court or to the authority in charge.",
	},
	caseAnswer: {
		subject: ({ subject }: With<"subject">) => `Our answer: ${subject}`,
		note: "Replies to this email don’t reach us. To write back, use the button and mention the number above.",
	},
	/** the reason for a sanction, and its rule */
	categories: {
		copyright: "Copyright or trademark",
		illegal: "Illegal content",
		scam: "Fraud or a misleading offer",
		malware: "Harmful software",
		other: "Something else that breaks our terms",
	},
	rules: {
		copyright: "Terms and Conditions, section 4: sell only what you have the right to sell.",
		illegal: "Terms and Conditions, section 4: nothing unlawful.",
		scam: "Terms and Conditions, section 4: describe truthfully what you sell.",
		malware: "Terms and Conditions, section 4: no malware.",
		other: "Terms and Conditions, section 4 (User responsibilities).",
	},
	takenDown: {
		subject: ({ title }: With<"title">) => `We took down “${title}”`,
		text: ({ title }: With<"title">) =>
			`We took down “${title}”. It’s no longer for sale, and nobody can download it, not even those who bought it.`,
		order: "An authority ordered us to do this.",
		found: "What we found:",
		appeal:
			"If you think this is wrong, appeal and we’ll review it. You can also go to court or to an out-of-court dispute body.",
	},
	suspended: {
		subject: "Your account was suspended",
		text: "We suspended your account. Your shares are off sale, and you can’t upload. Your buyers keep what they bought, your balance stays yours, and you can still sign in, see your sales and export your data.",
	},
	uploadQuarantined: {
		subject: ({ title }: With<"title">) => `We’re holding back files of “${title}”`,
		text: ({ title }: With<"title">) =>
			`Every upload is checked for malware before it goes online. The check found something in a file you uploaded for “${title}”, so the files in this upload aren’t public and can’t be bought.`,
		todo: "Check your computer for malware. Then upload the files again without this one, or with a clean copy of it.",
		wrong: "If you’re sure the file is harmless, write to us and we’ll review it.",
		file: "File",
		match: "Found",
	},
	restored: {
		share: {
			subject: ({ title }: With<"title">) => `“${title}” is available again`,
			text: ({ title }: With<"title">) =>
				`We reviewed it again and lifted our decision against “${title}”. It’s available as before.`,
		},
		account: {
			subject: "Your account is active again",
			text: "We reviewed it again and lifted the suspension of your account. You can sell and upload as before; shares that were taken down stay down until that’s lifted.",
		},
	},
	appealRejected: {
		subject: "Our decision about your appeal",
		text: "We reviewed it again, and our decision stands.",
		next: "You can still go to court or to an out-of-court dispute body.",
	},
	/** a creator’s message to those who bought a share */
	buyerUpdate: {
		subject: "News about your purchase",
		intro: ({ creator, title }: With<"creator" | "title">) =>
			`A message from ${creator} to everyone who bought “${title}”:`,
		introUnnamed: ({ title }: With<"title">) =>
			`A message from the creator to everyone who bought “${title}”:`,
		why: ({ title }: With<"title">) => `You’re getting this email because you bought “${title}”.`,
		stillReceipts: "If you stop messages from this creator, you still get receipts and refunds.",
		unsubscribe: "Stop messages from this creator",
		report: "Report this message",
	},
};

export type MailTexts = typeof mails;
