import { choice, onOrOff, option } from "../arguments/command.ts";
import { amount, count, jsonObject, textIn } from "../arguments/values.ts";

const text = (value: string, name: string) =>
	value.startsWith("@") ? textIn(value.slice(1), name) : value;

/** Fields of a new share or an edit, by their names in the API. */
export const SHARE_OPTIONS = {
	title: option("TITLE", "the title"),
	price: option("AMOUNT", "the price in your currency, or the minimum", amount),
	description: option("TEXT", "what buyers read; @FILE takes it from a file", text),
	licence: option("TEXT", "what buyers may do with the files; or @FILE", text),
	pricing: choice(["fixed", "chosen", "free"], "one price, at least the price, or nothing"),
	suggestedPrice: option("AMOUNT", "what is proposed with --pricing chosen", amount),
	maxSales: option("NUMBER", "how many can be sold", count),
	singles: option("JSON", "how single files are sold, as in the API; or @FILE", (value, name) =>
		jsonObject(text(value, name), name),
	),
	externalId: option("ID", "your own id of it"),
	images: choice(
		["blur", "watermark", "none"],
		"how pictures are shown before payment; none shows no preview of any file",
	),
	samplesMarked: onOrOff("whether sharp samples have your name across them"),
};
