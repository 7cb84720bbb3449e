import { usageFailure } from "../failures.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A bare name gets https. Throws for plain HTTP, which would show the token. */
export function serverOrigin(text: string): string {
	const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
	let url: URL;
	try {
		url = new URL(address);
	} catch {
		throw usageFailure(`“${text}” is not a server's address.`, [
			"It looks like https://tillbox.example.",
		]);
	}
	// A single word is probably a typo.
	if (address !== text && !url.hostname.includes(".") && !LOOPBACK.test(url.hostname))
		throw usageFailure(`“${text}” is not a server's address.`, [
			"It looks like https://tillbox.example.",
		]);
	if (url.protocol !== "https:" && url.protocol !== "http:")
		throw usageFailure(`The server's address must begin with https://, not “${url.protocol}”.`);
	if (url.username || url.password)
		throw usageFailure("The server's address must not contain a name or password.");
	if (url.protocol === "http:" && !LOOPBACK.test(url.hostname))
		throw usageFailure(
			`The server's address must begin with https://: over plain HTTP the network could read the token.`,
		);
	return url.origin;
}
