/**
 * Notifies the embedded card that opened this window as its checkout (a frame on another site,
 * `web/public/embed.js`). The message goes to the card's own origin only.
 */
export function announcePaid(slug: string): void {
	const opener: Window | null = window.opener;
	opener?.postMessage({ type: "tillbox:paid", share: slug }, location.origin);
}
