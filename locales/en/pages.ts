/** The texts of pages that the Worker writes itself, without the web app. */
export type PageTexts = {
	readonly maintenance: {
		readonly title: string;
		readonly lead: string;
		readonly kept: string;
		readonly again: string;
	};
	readonly imprint: Readonly<
		Record<"title" | "name" | "address" | "email" | "phone" | "register" | "vatId", string>
	> & {
		readonly back: (values: { appName: string }) => string;
	};
	/** the card of a share that other sites show */
	readonly embed: Readonly<
		Record<"free" | "chosen" | "soldOut" | "stopped" | "see" | "missing", string>
	> & {
		readonly by: (values: { creator: string }) => string;
		readonly files: (values: { n: number }) => string;
		readonly buy: (values: { price: string }) => string;
		readonly at: (values: { appName: string }) => string;
	};
	/** in place of a share that is closed to its viewer */
	readonly closedShare: {
		readonly notOpen: {
			readonly title: (values: { date: string }) => string;
			readonly lead: string;
		};
		readonly ended: { readonly title: (values: { date: string }) => string; readonly lead: string };
		readonly locked: Readonly<Record<"title" | "lead" | "label" | "open" | "wrong", string>> & {
			readonly wait: (values: { seconds: number }) => string;
		};
		readonly by: (values: { creator: string }) => string;
	} & Readonly<Record<"purchases" | "terms" | "privacy", string>>;
	/** asks for an address to notify when a share can be bought, and behind the link in that mail */
	readonly saleAlert: Readonly<
		Record<"label" | "ask" | "askOpening" | "wrongEmail" | "wait" | "toShare", string>
	> & {
		readonly sent: { readonly title: string; readonly text: (values: { email: string }) => string };
	} & Readonly<
			Record<"confirm" | "confirmed", Readonly<Record<"title" | "text" | "button", string>>> &
				Record<"stopped" | "gone", Readonly<Record<"title" | "text", string>>>
		>;
	/** above the page of a share that ends */
	readonly timeLeft: {
		readonly hours: (values: { n: number }) => string;
		readonly minutes: (values: { n: number }) => string;
		readonly until: (values: { date: string }) => string;
		readonly downloadsEnd: string;
	};
	/** behind the link in messages of creators */
	readonly unsubscribe: Readonly<
		Record<"title" | "thisCreator" | "stillReceipts" | "stop" | "resume", string> &
			Record<
				"ask" | "stopped" | "resumed",
				Readonly<Record<"title" | "text", (values: { name: string }) => string>>
			>
	>;
	/** below every page of the web app */
	readonly legalLinks: Readonly<Record<"label" | "withdraw" | "imprint" | "api", string>>;
};

/** These pages in English. */
export const pages: PageTexts = {
	maintenance: {
		title: "We’ll be right back",
		lead: "We’re doing maintenance. Pages, downloads and payments are paused until we’re done.",
		kept: "Nothing is lost: your files, your purchases and payments already made are safe. Uploads in other tabs continue by themselves.",
		again: "Try again",
	},
	imprint: {
		title: "Imprint",
		name: "Name",
		address: "Address",
		email: "Email",
		phone: "Phone",
		register: "Register",
		vatId: "VAT ID",
		back: ({ appName }) => `Back to ${appName}`,
	},
	embed: {
		by: ({ creator }) => `by ${creator}`,
		files: ({ n }) => (n === 1 ? "1 file" : `${n} files`),
		buy: ({ price }) => `Buy for ${price}`,
		free: "Get it for free",
		chosen: "Pay what you want",
		soldOut: "Sold out",
		stopped: "Not for sale right now",
		see: "See the files",
		at: ({ appName }) => `on ${appName}`,
		missing: "This offer is no longer available",
	},
	closedShare: {
		notOpen: {
			title: ({ date }) => `Opens on ${date}`,
			lead: "The creator set this link to open later. Come back then to see what’s in it.",
		},
		ended: {
			title: ({ date }) => `Ended on ${date}`,
			lead: "The creator set an end date for this link. Its files can no longer be bought or downloaded.",
		},
		locked: {
			title: "Password needed",
			lead: "Ask the creator for it.",
			label: "Password",
			open: "Open",
			wrong: "That password isn’t right. Please try again.",
			wait: ({ seconds }) =>
				seconds === 1
					? "Too many attempts. Please wait a second."
					: `Too many attempts. Please wait ${seconds} seconds.`,
		},
		by: ({ creator }) => `by ${creator}`,
		purchases: "Already bought it? Find your purchases",
		terms: "Terms",
		privacy: "Privacy",
	},
	saleAlert: {
		label: "Email",
		ask: "Tell me when it’s back",
		askOpening: "Tell me when it opens",
		wrongEmail: "Please enter a valid email",
		wait: "Too many attempts. Please try again later.",
		toShare: "Back to the files",
		sent: {
			title: "Check your email",
			text: ({ email }) =>
				`If ${email} isn’t on the list yet, a link is on its way. Open it to confirm; then you’ll get one email as soon as the files are on sale.`,
		},
		confirm: {
			title: "Want to know when it’s on sale?",
			text: "You’ll get one email, and then we’ll delete your address.",
			button: "Yes, tell me",
		},
		confirmed: {
			title: "We’ll tell you",
			text: "You’ll get one email as soon as the files are on sale, and then we’ll delete your address.",
			button: "Don’t tell me",
		},
		stopped: {
			title: "You won’t hear from us about this",
			text: "We’ve deleted your address.",
		},
		gone: {
			title: "This link no longer works",
			text: "We’ve already told you, you asked us not to, or the link is too old. If you asked again, use the link in our latest email.",
		},
	},
	timeLeft: {
		hours: ({ n }) => (n === 1 ? "1 hour left." : `${n} hours left.`),
		minutes: ({ n }) => (n === 1 ? "1 minute left." : `${n} minutes left.`),
		until: ({ date }) => `On sale until ${date}.`,
		downloadsEnd: "Downloads end at the same time.",
	},
	unsubscribe: {
		title: "Messages from creators",
		thisCreator: "this creator",
		ask: {
			title: ({ name }) => `Stop messages from ${name}?`,
			text: ({ name }) => `You won’t get any more emails that ${name} writes to buyers.`,
		},
		stopped: {
			title: ({ name }) => `No more messages from ${name}`,
			text: () => "You’re unsubscribed, and messages already waiting to be sent won’t reach you.",
		},
		resumed: {
			title: ({ name }) => `You get messages from ${name} again`,
			text: () => "You’ll get the next one.",
		},
		stillReceipts:
			"You still get everything about your purchases: receipts, refunds, and deadlines for deleted files.",
		stop: "Stop messages",
		resume: "Get them again",
	},
	legalLinks: {
		label: "More pages",
		withdraw: "Withdraw from a contract",
		imprint: "Imprint",
		api: "API",
	},
};

/**
 * The texts that buyers agree to before they pay, by version. One that was ever shown is never changed:
 * receipts print the words that were agreed to. New words are a new version, in every language.
 */
export const consentTexts = {
	"2026-11":
		"I want immediate access to the files, before the withdrawal period ends, and I know that I thereby lose my right of withdrawal.",
} as const;

export type ConsentTexts = Readonly<Record<keyof typeof consentTexts, string>>;
