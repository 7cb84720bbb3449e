import { randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function randomText(length: number): string {
	let text = "";
	for (let i = 0; i < length; i += 1) text += ALPHABET.charAt(randomInt(ALPHABET.length));
	return text;
}

/** In Stripe's style: `pi_3` + 23 characters. */
export function newId(prefix: string): string {
	return `${prefix}_1${randomText(23)}`;
}

export function idOf(reference: string | { id: string }): string;
export function idOf(reference: string | { id: string } | null | undefined): string | null;
export function idOf(reference: string | { id: string } | null | undefined): string | null {
	if (reference === null || reference === undefined) return null;
	return typeof reference === "string" ? reference : reference.id;
}
