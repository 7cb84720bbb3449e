import * as z from "zod";
import { DEFAULT_APP_NAME } from "../../../contract/constants.ts";

/** Handles, the names in the addresses of creators' pages: `/c/{handle}`. */

export const MIN_HANDLE_LENGTH = 3;
export const MAX_HANDLE_LENGTH = 30;

/** Each former handle redirects to the current one. */
export const MAX_FORMER_HANDLES = 5;

/** Words that would look like a part of the site, or like its operator. */
const RESERVED = new Set(
	`about abuse account accounts admin administrator affiliate analytics anonymous api app apps
	archive assets auth avatar avatars balance bank billing blog bundle bundles buy buyer buyers
	card careers cashapp checkout claim claims collections config confirm confirm-address
	confirm-correction contact cookies copyright creator creators customer customers dashboard
	decisions delete deleted demo developer developers devices direct discounts discover dmca
	docs download downloads edit email error example explore faq favicon features feed file
	file-shares files finance fonts forum free gift guest handle handles help home icon image
	images impressum index info invoice invoices jobs legal login logout mail manifest marketing
	mcp media mod moderator news newsletter no-reply noreply notifications null oauth official
	operator order orders owner page pages password pay payment payment-setup payments payout
	payouts plan plans postmaster press preview previews prices pricing privacy pro profile
	public purchase purchases receipt receipts refund refunds register report reports
	reset-password robots root sale sales search security seller sellers service settings share
	shares shop sign-in sign-up signin signup site sitemap staff static status store stripe
	subscribe subscription subscriptions support suspended sysadmin system team terms test tos
	trust undefined unsubscribe update upload uploads user users verified verify verify-email
	webhook webhooks webmaster welcome withdraw www`.split(/\s+/),
);

/**
 * Each letter with those that look like it, after https://www.unicode.org/Public/security/latest/confusables.txt.
 */
const LOOKALIKES =
	"aаАαΑɑᴀ bьЬвВβΒƅʙ cсСϲϹᴄ dԁԀɗᴅ eеЕεΕєҽᴇ fƒϝꜰ gɡցԍɢ hһҺнНΗʜħ jјЈϳᴊ kкКκΚᴋ liI1|!іІιΙıӏӀłʟɪ mмМΜᴍ nпոηΝɴ oоО0οΟօσøᴏ pрРρΡᴘ qԛ rгᴦʀ sѕЅꜱ tтТτΤŧᴛ uυսᴜ vѵνᴠ wԝшωᴡ xхХχΧ× yуУγΥүʏ zΖᴢ";
const LATIN = new Map(
	LOOKALIKES.split(" ").flatMap(([latin = "", ...others]) =>
		others.map((other) => [other, latin] as const),
	),
);

/**
 * Returns a name's words in lower case, without accents and invisible characters, each letter standing for its
 * lookalikes.
 */
function plainWords(name: string): string[] {
	const visible = name.normalize("NFKD").replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "");
	const letters = Array.from(visible, (letter) => LATIN.get(letter) ?? letter.toLowerCase());
	return letters.join("").match(/[\p{L}\p{N}]+/gu) ?? [];
}

const PLAIN_RESERVED = new Set(Array.from(RESERVED, (word) => plainWords(word).join("")));

/**
 * Returns whether a name contains the product's as words, or consists of it and a reserved word or number;
 * lookalike letters count.
 */
export function namesProduct(name: string, appName: string): boolean {
	const words = plainWords(name);
	const product = plainWords(appName).join("");
	if (product === "") return false;
	const isProduct = (_: string, from: number) =>
		words.some((_, to) => words.slice(from, to + 1).join("") === product);
	if (words.some(isProduct)) return true;
	const plain = words.join("");
	const rest = plain.startsWith(product)
		? plain.slice(product.length)
		: plain.endsWith(product)
			? plain.slice(0, -product.length)
			: null;
	// 0 and 1 have become letters.
	return rest !== null && (PLAIN_RESERVED.has(rest) || /^[\dlo]*$/.test(rest));
}

/** Returns whether a handle is a reserved word, or contains the product's name. */
export function isReservedHandle(handle: string, appName: string = DEFAULT_APP_NAME): boolean {
	const isWord = RESERVED.has(handle) || RESERVED.has(handle.replaceAll("-", ""));
	return isWord || namesProduct(handle, appName);
}

/** Stored in lower case. */
export const handleField = z
	.string({ error: "Choose a handle" })
	.trim()
	.toLowerCase()
	.min(MIN_HANDLE_LENGTH, "A handle must have 3 to 30 characters")
	.max(MAX_HANDLE_LENGTH, "A handle must have 3 to 30 characters")
	.regex(
		/^[a-z0-9]+(?:-[a-z0-9]+)*$/,
		"Use letters from a to z, digits, and single hyphens between them",
	)
	.refine((handle) => !isReservedHandle(handle), { error: "This handle is reserved" });
