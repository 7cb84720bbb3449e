import { useEffect, useSyncExternalStore } from "react";
import { givenName, type User } from "../../../worker/accounts/contract.ts";
import { inLocalStorage } from "../../lib/page/storage.ts";

/** Mailboxes of a role, in the languages of the product. */
const ROLES = new Set(
	`admin billing booking contact contacto creator hallo hello help hi hola info kontakt mail me noreply
	office orders post sales seller shop studio support team test user ventas verkauf webmaster`.split(
		/\s+/,
	),
);

/** Reads a name from an address: "mara.lindholm" is "Mara Lindholm". Empty if it names a role or isn't readable. */
export function proposedName(email: string): string {
	const words = email
		.replace(/[+@].*$/, "")
		.replace(/\d+$/, "")
		.split(/[._-]+/)
		.filter(Boolean);
	const isName =
		words.some((word) => word.length > 2) && words.every((word) => /^\p{L}+$/u.test(word));
	if (!isName || words.some((word) => ROLES.has(word.toLowerCase()))) return "";
	return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

const keyOf = (creatorId: string) => `name-asked:${creatorId}`;

/** The question comes once: a creator who left it empty sells without a name. */
export const isNameMissing = (creator: User) =>
	givenName(creator) === null && !inLocalStorage((storage) => storage.getItem(keyOf(creator.id)));

export const rememberNameAsked = (creatorId: string) =>
	inLocalStorage((storage) => storage.setItem(keyOf(creatorId), "1"));

// Shared by the field, the live page and the marks of the previews.
let typed: string | null = null;
const listeners = new Set<() => void>();

export function typeName(name: string | null): void {
	typed = name;
	for (const listener of listeners) listener();
}

/** The name in the form's field; null while there is no such field. */
export const useTypedName = () =>
	useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => typed,
	);

/** Begins with the proposed name, and forgets typed text along with the field. */
export function useSellerName(creator: User): string {
	const name = useTypedName();
	useEffect(() => {
		typeName(proposedName(creator.email));
		return () => typeName(null);
	}, [creator.email]);
	return name ?? "";
}
