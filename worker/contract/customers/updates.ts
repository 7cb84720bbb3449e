import * as z from "zod";
import { MAX_UPDATE_TEXT } from "../constants.ts";

/** What a creator writes to those who bought a share. */
export const buyerUpdateInput = z.strictObject({
	/** what the buyers are told, at most 3,000 characters */
	text: z
		.string()
		.trim()
		.min(1, "Write something first")
		.max(MAX_UPDATE_TEXT, "The text is too long"),
});

/** A message to the buyers of a share that was sent, or is being sent. */
export type BuyerUpdate = {
	id: string;
	/** what the buyers are told */
	text: string;
	createdAt: string;
	/** how many buyers it is for */
	recipients: number;
	/** how many of them it was sent to so far */
	sent: number;
	/** it was sent to all of them */
	finished: boolean;
};

/** What a creator has to know before writing to the buyers of a share. */
export type BuyerUpdates = {
	/** how many would get a message now: each address once, without those who have unsubscribed */
	buyers: number;
	/** in how many minutes all of them would have it */
	minutes: number;
	/** until when the share's buyers can't be written to again; null when they can */
	nextAt: string | null;
	/** the mail around the creator's text, in the creator's language */
	mail: {
		/** the subject */
		subject: string;
		/** what stands before the text */
		intro: string;
		/** the label of the button below the text */
		button: string;
		/** what stands at its end, line by line */
		notes: string[];
	};
	/** the latest messages, newest first */
	updates: BuyerUpdate[];
};
