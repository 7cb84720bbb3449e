/** Values that a text needs, by name; amounts, days and periods arrive formatted in its language. */
type With<Name extends string> = Readonly<Record<Name, string>>;

/** The mails in English. Every other language has the same texts: its type is `MailTexts`. */
export const mails = {
	layout: {
		lang: "en",
		buttonHint: ({ url }: With<"url">) => `If the button doesn't work, open this address: ${url}`,
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
		earned: "You earn",
		downloadUntil: "Download until",
		disputed: "Disputed",
		answerBy: "Answer by",
		takenByBank: "Taken back by the bank",
		returnedByBank: "Returned by the bank",
		bankFee: "The bank's dispute fee",
		platformFeeBack: "Our platform fee, given back",
		inAll: "In total",
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
		returned: "I sent it back, or it never arrived",
		writeToUs: "Write to us",
		confirmAddress: "Confirm email address",
		newPassword: "Choose a new password",
		resetPassword: "Reset password",
		payOtherCard: "Pay with another card",
	},
	linkIsSecret: "This link is just for you. Anyone who has it can open the purchase.",
	statementDelay: "It can take five to ten days for the money to show on your statement.",

	verifyEmail: {
		subject: "Confirm your email address",
		text: ({ appName }: With<"appName">) =>
			`Welcome to ${appName}. Please confirm that this address is yours, so that sale notifications, receipts and password resets reach you.`,
		note: ({ period }: With<"period">) =>
			`The link works for ${period}. If you didn't create an account, you can ignore this email.`,
	},
	resetPassword: {
		subject: "Reset your password",
		text: "Someone, hopefully you, asked for a new password for your account.",
		note: ({ period }: With<"period">) =>
			`The link works once, for ${period}. If it wasn't you, ignore this email: your password stays as it is.`,
	},
	security: {
		passwordChanged: "Your password was changed",
		totpOn: "Two-step sign-in was turned on",
		totpOff: "Two-step sign-in was turned off",
		text: "Your account was changed. If it was you, there's nothing to do.",
		note: "If it wasn't you, reset your password now and check your sessions in Settings.",
	},
	reclaimed: {
		subject: "Your password was changed",
		confirmed: "You have a new password, and this address now counts as confirmed.",
		removed:
			"It hadn't been confirmed before, so someone else may have created the account. To be safe, we ended every session and removed the names, the two-step sign-in, the Cash App handle and other payout methods, unfinished uploads and messages to support. Sales of all shares are stopped, and a Pro subscription ends with the period that's already paid.",
		next: "If the account is yours, add these again in Settings and resume selling on your dashboard. If it isn't, you can delete it in Settings.",
	},
	renewalFailed: {
		subject: "We couldn't charge you for Pro",
		refused:
			"We couldn't charge your card for the next month of Pro: it was declined, or your bank wants you to confirm the payment. We'll try again over the next few days.",
		keptUntil: ({ day }: With<"day">) =>
			`You keep Pro until ${day}. Pay with another card before then, and nothing changes.`,
	},
	purchaseCode: {
		subject: "Your code to find your purchases",
		text: "Enter this code on the page where you asked for it.",
		note: ({ period }: With<"period">) =>
			`The code works for ${period}. If it wasn't you, ignore this email.`,
	},

	receipt: {
		subject: "Your receipt",
		thanks: "Thank you for your purchase. Your files are ready to download.",
		thanksTo: ({ creator }: With<"creator">) =>
			`Thank you for your purchase from ${creator}. Your files are ready to download.`,
		keep: ({ period }: With<"period">) =>
			`Keep this email: the button opens your purchase on any device. If the creator deletes the files, we'll let you know, and you can still download them for ${period}.`,
	},
	sale: {
		subject: ({ title, net }: With<"title" | "net">) => `You sold “${title}” and earned ${net}`,
		text: "Nice work. Here's how the sale adds up.",
		claimedSubject: ({ price }: With<"price">) => `A buyer says they paid you ${price}`,
		claimed: ({ price }: With<"price">) =>
			`A buyer says they paid you ${price} in Cash App and got the files right away, as you chose. Look for the payment there.`,
	},
	refund: {
		subject: "Your purchase was refunded",
		text: "Your purchase has been refunded in full, and you can no longer download the files.",
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
			differs: "The payment didn't match the order, so it has been refunded in full.",
		},
	},
	refundFailed: {
		subject: "Your refund failed",
		refused: ({ amount }: With<"amount">) =>
			`Your bank didn't accept the refund of ${amount}; this often means the card has expired or been closed. The money is back with the creator.`,
		next: "So your purchase stands, and you can download again. If you still want your money back, ask your bank which card can receive refunds, then write to us with the reference below: we can try again or find another way.",
	},
	refundFailedSale: {
		subject: "A refund failed",
		refused: ({ amount }: With<"amount">) =>
			`The buyer's bank didn't accept the refund of ${amount}. The money is yours again, the sale stands, and the buyer can download again. We've told the buyer.`,
		next: "If you still want to return the money, refund the sale again, or agree on another way with the buyer.",
	},
	autoRefundFailed: {
		subject: "We couldn't return your payment yet",
		refused: ({ amount }: With<"amount">) =>
			`Your payment of ${amount} didn't buy anything, so we tried to return it. Your bank didn't accept it; this often means the card has expired or been closed.`,
		next: "We'll try again. If your card has been closed, write to us with the reference below and we'll return the money another way. It's yours.",
	},
	dispute: {
		subject: "A payment is being disputed",
		held: "A buyer's bank is disputing a payment to you. The amount is on hold, and the buyer can't download until it's decided.",
		evidence:
			"The evidence page lists what was sold and what was downloaded; print or save it for your response.",
	},
	/** by the provider's reason */
	disputeReasons: {
		duplicate: "Paid twice",
		fraudulent: "The cardholder says they didn't make this payment",
		product_not_received: "The buyer says they didn't get the files",
		product_unacceptable: "The buyer says the files aren't as described",
		unrecognized: "The cardholder doesn't recognize the payment",
		credit_not_processed: "The buyer says a refund is missing",
		subscription_canceled: "The buyer says they had cancelled",
		other: "Another reason",
	},
	disputeLost: {
		subject: "Dispute lost",
		decided:
			"The bank has decided for the buyer: they keep the money and lose access to the files for good. The sale is reversed.",
		cost: "The amount and the bank's dispute fee come out of your earnings, and we give our platform fee back. Whatever your balance doesn't cover is taken from your next sales.",
	},
	disputeWon: {
		subject: "Dispute won",
		decided:
			"The bank has decided for you: the amount is yours again, and the buyer can download again.",
		cost: "Banks keep their dispute fee either way.",
	},
	keptForBuyers: {
		subject: ({ day }: With<"day">) => `Download until ${day}`,
		deleted: ({ day }: With<"day">) =>
			`The creator has deleted files you bought. We're keeping them for you until ${day}; after that they're gone.`,
		next: "Download everything you want to keep before then.",
	},
	undecidedClaim: {
		subject: "The files you asked for were deleted",
		deleted:
			"The creator has deleted files you told us you had paid for, without answering you. They can no longer be sold.",
		next: ({ price }: With<"price">) =>
			`If you have paid ${price} in Cash App, ask the creator there to return it. Direct payments are between you and the creator; we never hold that money.`,
	},

	claim: {
		subject: ({ price }: With<"price">) => `Did you get ${price} in Cash App?`,
		text: ({ price }: With<"price">) =>
			`A buyer says they paid you ${price} in Cash App. Look for the payment there, then approve or decline. Approving gives this buyer the files.`,
	},
	claimReminder: {
		subject: "A buyer is waiting for your answer",
		text: ({ price }: With<"price">) =>
			`A buyer who says they paid you ${price} in Cash App has been waiting for your answer since yesterday.`,
	},
	claimToReturn: {
		subject: ({ price }: With<"price">) => `Send back ${price} in Cash App if you received it`,
		text: ({ price }: With<"price">) =>
			`A buyer says they paid you ${price} in Cash App. Another payment had already opened the same files to them, so this one isn't needed.`,
		next: "Look in Cash App for the reference below. If the money arrived, send it back, then confirm with the button and we'll tell the buyer.",
	},
	/** to the buyer, by the reason for which a direct payment was declined */
	declined: {
		not_found: {
			subject: "Your Cash App payment was not found",
			text: ({ price }: With<"price">) =>
				`The creator couldn't find your Cash App payment of ${price}.`,
			next: "If you've paid, check the confirmation code in Cash App and send it again from the payment page. Direct payments are between you and the creator.",
		},
		wrong_amount: {
			subject: "Your Cash App payment doesn't match the price",
			text: ({ price }: With<"price">) =>
				`The creator says the amount they received in Cash App isn't ${price}, so the files stay locked.`,
			next: "Check the amount in Cash App. Settle the difference with the creator there, or ask for your money back; then send the confirmation code again from the payment page. Direct payments are between you and the creator.",
		},
		returned: {
			subject: "Your Cash App payment was returned",
			text: ({ price }: With<"price">) =>
				`The creator says they sent your Cash App payment of ${price} back to you.`,
			next: "Look for it in Cash App. If it isn't there, ask the creator there. Direct payments are between you and the creator.",
		},
		already_open: {
			subject: "You already have the files you paid for",
			text: ({ price }: With<"price">) =>
				`You told us you paid ${price} in Cash App. Before the creator answered, another payment opened the files to you: download them from their page.`,
			next: "So your Cash App payment isn't needed. If it went through, the creator has been told to send it back; ask them in Cash App if it doesn't arrive. Direct payments are between you and the creator.",
		},
	},
};

export type MailTexts = typeof mails;
