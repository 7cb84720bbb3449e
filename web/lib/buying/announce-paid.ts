/**
 * Tells the card of the share that opened this window as its checkout that it is paid: a frame on another
 * site (`web/public/embed.js`). To no other origin, and to nobody where nothing opened it.
 */
export function announcePaid(slug: string): void {
	const opener: Window | null = window.opener;
	opener?.postMessage({ type: "tillbox:paid", share: slug }, location.origin);
}
