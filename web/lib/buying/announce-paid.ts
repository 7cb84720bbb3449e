/** Notifies the embedded card that opened this window (`web/public/embed.js`), at the card's own origin only. */
export function announcePaid(slug: string): void {
	const opener: Window | null = window.opener;
	opener?.postMessage({ type: "tillbox:paid", share: slug }, location.origin);
}
