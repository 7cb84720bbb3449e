/** The texts of pages that the Worker writes itself, without the web app. */
export type PageTexts = {
	readonly maintenance: {
		readonly title: string;
		readonly lead: string;
		readonly kept: string;
		readonly again: string;
	};
};

/** These pages in English. */
export const pages: PageTexts = {
	maintenance: {
		title: "We’ll be right back",
		lead: "We’re doing maintenance. Pages, downloads and payments are paused until we’re done.",
		kept: "Nothing is lost: your files, your purchases and payments already made are safe. An upload that is open in another tab waits and goes on by itself.",
		again: "Try again",
	},
};
