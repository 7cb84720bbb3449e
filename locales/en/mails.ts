/** Values that a text needs, by name; amounts, days and periods arrive formatted in its language. */
type With<Name extends string> = Readonly<Record<Name, string>>;

/** The mails in English. Every other language has the same texts: its type is `MailTexts`. */
export const mails = {
	layout: {
		lang: "en",
		buttonHint: ({ url }: With<"url">) => `If the button does not work, open this address: ${url}`,
	},
	labels: {
		files: "Files",
		creator: "Creator",
		buyer: "Buyer",
		price: "Price",
		reference: "Reference",
		noteReference: "Reference in the note",
		confirmationCode: "Confirmation code",
		reason: "Reason",
		date: "Date",
		paid: "Paid",
		paidBy: "Paid by",
		card: "Card",
		cashApp: "Cash App",
		refunded: "Refunded",
		notRefunded: "Not refunded",
		platformFee: "Platform fee",
		processingFee: "Processing fee",
		downloadUntil: "Download until",
		disputed: "Disputed",
		answerBy: "Answer by",
		takenByBank: "Taken back by the bank",
		returnedByBank: "Returned by the bank",
		bankFee: "The bank's dispute fee",
		platformFeeBack: "Our platform fee, given back",
		inAll: "In all",
	},
	buttons: {
		openPurchase: "Open my purchase",
		openFiles: "Open my files",
		openShare: "Open the files' page",
		openPayment: "Open the payment page",
		openDashboard: "Open the dashboard",
		openSale: "Open the sale",
		openEvidence: "Open the evidence page",
		openSettings: "Open the settings",
		decide: "Approve or decline",
		returned: "I returned it, or it never came",
		writeToUs: "Write to us",
		confirmAddress: "Confirm email address",
		newPassword: "Choose a new password",
		resetPassword: "Reset password",
		payOtherCard: "Pay with another card",
	},
	linkIsSecret: "The link is yours alone. Whoever has it can open the purchase.",
	statementDelay: "It can take five to ten days until the money shows on your statement.",

	verifyEmail: {
		subject: "Confirm your email address",
		text: ({ appName }: With<"appName">) =>
			`Welcome to ${appName}. Please confirm that this address is yours, so that sales, receipts and password resets reach you.`,
		note: ({ period }: With<"period">) =>
			`The link works for ${period}. If you did not create an account, ignore this mail.`,
	},
	resetPassword: {
		subject: "Reset your password",
		text: "Somebody, hopefully you, asked for a new password for your account.",
		note: ({ period }: With<"period">) =>
			`The link works once and for ${period}. If it was not you, ignore this mail: your password stays as it is.`,
	},
	security: {
		passwordChanged: "Your password was changed",
		totpOn: "Two-step sign-in was switched on",
		totpOff: "Two-step sign-in was switched off",
		text: "This is to let you know about a change to your account. If it was you, there is nothing to do.",
		note: "If it was not you, reset your password now and look at your sessions in the settings.",
	},
	reclaimed: {
		subject: "Your password was changed",
		confirmed: "You have a new password, and this address now counts as confirmed.",
		removed:
			"It had not been confirmed before, so somebody else may have created the account. To be safe we ended every session and removed the names, the two-step sign-in, the Cash App handle and other payout methods, unfinished uploads and messages to support. Sales of all shares are stopped, and a Pro subscription ends with the period that is paid.",
		next: "If the account is yours, put these back in the settings and resume the sale of your shares on the dashboard. If it is not, you can delete it in the settings.",
	},
	renewalFailed: {
		subject: "Your Pro renewal could not be charged",
		refused:
			"We could not charge your card for the next month of Pro: it was refused, or your bank wants you to confirm the payment. The charge is tried again over the next days.",
		keptUntil: ({ day }: With<"day">) =>
			`You keep Pro until ${day}. Pay with another card before then, and nothing changes.`,
	},
	purchaseCode: {
		subject: "Your code to find your purchases",
		text: "Enter this code on the page where you asked for it.",
		note: ({ period }: With<"period">) =>
			`The code works for ${period}. If it was not you, ignore this mail.`,
	},

	receipt: {
		subject: "Your receipt",
		thanks: "Thank you for your purchase. Your files are ready to download.",
		thanksTo: ({ creator }: With<"creator">) =>
			`Thank you for your purchase from ${creator}. Your files are ready to download.`,
		keep: ({ period }: With<"period">) =>
			`Keep this mail: the button opens your purchase on any device. Should the creator delete the files, we tell you, and you can download them for another ${period}.`,
	},
	sale: {
		subject: "Sold",
		byCard: ({ price }: With<"price">) => `You have made a sale of ${price}.`,
		byClaim: ({ price }: With<"price">) =>
			`A buyer says to have paid you ${price} in Cash App and has got the files at once, as you chose. Look for the payment there.`,
	},
	refund: {
		subject: "Refunded",
		text: "Your purchase has been refunded in full, and its downloads are closed.",
	},
	autoRefund: {
		subject: "Your payment is on its way back",
		reasons: {
			duplicate:
				"You had already bought these files, so your second payment has been refunded in full.",
			sold_out:
				"The last copy was sold while you were paying, so your payment has been refunded in full.",
			withdrawn:
				"The files were withdrawn while you were paying, so your payment has been refunded in full.",
			differs: "The payment did not match the order, so it has been refunded in full.",
		},
	},
	refundFailed: {
		subject: "Your refund failed",
		refused: ({ amount }: With<"amount">) =>
			`Your bank did not accept the refund of ${amount}; often the card has expired or been closed. The money is back with the creator.`,
		next: "So your purchase stands, and your downloads are open again. If you still want the money back, ask your bank which card takes refunds, then write to us with the reference below: the refund can be tried again or made in another way.",
	},
	refundFailedSale: {
		subject: "A refund failed",
		refused: ({ amount }: With<"amount">) =>
			`The buyer's bank did not accept the refund of ${amount}. The money is yours again, the sale stands, and the buyer can download again. The buyer knows.`,
		next: "If you still want to return the money, refund the sale again, or agree on another way with the buyer.",
	},
	autoRefundFailed: {
		subject: "We could not return your payment yet",
		refused: ({ amount }: With<"amount">) =>
			`Your payment of ${amount} bought nothing, and we tried to return it. Your bank did not accept it; often the card has expired or been closed.`,
		next: "We try again by ourselves. If your card is closed, write to us with the reference below, and we return the money in another way. It is yours.",
	},
	dispute: {
		subject: "A payment is disputed",
		held: "A buyer's bank disputes a payment to you. The amount is held back and the buyer's downloads are closed until it is decided.",
		evidence:
			"The evidence page lists what was sold and what was downloaded; print it or save it for your answer.",
	},
	/** by the provider's reason */
	disputeReasons: {
		duplicate: "Paid twice",
		fraudulent: "The cardholder says they did not make this payment",
		product_not_received: "The buyer says they did not get the files",
		product_unacceptable: "The buyer says the files are not as described",
		unrecognized: "The cardholder does not recognize the payment",
		credit_not_processed: "The buyer says a refund is missing",
		subscription_canceled: "The buyer says they had cancelled",
		other: "Another reason",
	},
	disputeLost: {
		subject: "Dispute lost",
		decided:
			"The bank has decided for the buyer: they keep the money, and their downloads stay closed for good. The sale is undone.",
		cost: "The amount and the bank's dispute fee come out of your share, and we give our platform fee back. What your balance does not cover is kept from your next sales.",
	},
	disputeWon: {
		subject: "Dispute won",
		decided:
			"The bank has decided for you: the amount is yours again, and the buyer can download again.",
		cost: "Banks keep their dispute fee in either case.",
	},
	keptForBuyers: {
		subject: ({ day }: With<"day">) => `Download until ${day}`,
		deleted: ({ day }: With<"day">) =>
			`The creator has deleted files that you bought. We keep them for you until ${day}; after that they are gone.`,
		next: "Download everything you want to keep before then.",
	},
	undecidedClaim: {
		subject: "The files you asked for were deleted",
		deleted:
			"The creator has deleted files that you told us you had paid for, without answering you. They can no longer be sold.",
		next: ({ price }: With<"price">) =>
			`If you have paid ${price} in Cash App, ask the creator there to return it. Direct payments are between you and the creator; we never hold that money.`,
	},

	claim: {
		subject: ({ price }: With<"price">) => `Did you get ${price} in Cash App?`,
		text: ({ price }: With<"price">) =>
			`A buyer says to have paid you ${price} in Cash App. Look for the payment there, then approve or decline. Approving opens the files to this buyer.`,
	},
	claimReminder: {
		subject: "A buyer is waiting for your answer",
		text: ({ price }: With<"price">) =>
			`Since yesterday a buyer who says to have paid you ${price} in Cash App has been waiting for your answer.`,
	},
	claimToReturn: {
		subject: ({ price }: With<"price">) => `Return ${price} in Cash App if you got it`,
		text: ({ price }: With<"price">) =>
			`A buyer says to have paid you ${price} in Cash App. Another payment had opened the same files to them before you answered, so this one buys nothing.`,
		next: "Look in Cash App for the reference below. If the money came, send it back, then say so by the button: the buyer is told.",
	},
	/** to the buyer, by the reason for which a direct payment was declined */
	declined: {
		not_found: {
			subject: "Your Cash App payment was not found",
			text: ({ price }: With<"price">) =>
				`The creator could not find your Cash App payment of ${price}.`,
			next: "If you have paid, check the confirmation code in Cash App and send it again from the payment page. Direct payments are between you and the creator.",
		},
		wrong_amount: {
			subject: "Your Cash App payment differs from the price",
			text: ({ price }: With<"price">) =>
				`The creator says that what arrived in Cash App is not the price of ${price}, so the files stay closed.`,
			next: "Compare the amount in Cash App. Settle the difference with the creator there, or ask for the money back; then send the confirmation code again from the payment page. Direct payments are between you and the creator.",
		},
		returned: {
			subject: "Your Cash App payment was returned",
			text: ({ price }: With<"price">) =>
				`The creator says that your Cash App payment of ${price} has been sent back to you.`,
			next: "Look for it in Cash App. If it is not there, ask the creator in Cash App. Direct payments are between you and the creator.",
		},
		already_open: {
			subject: "The files you paid for are open already",
			text: ({ price }: With<"price">) =>
				`You told us that you paid ${price} in Cash App. Before the creator answered, another payment opened the files to you: download them from their page.`,
			next: "So your Cash App payment buys nothing more. If it went through, the creator has to return it and knows of it; ask in Cash App if it does not come. Direct payments are between you and the creator.",
		},
	},
};

export type MailTexts = typeof mails;
