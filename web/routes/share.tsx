/** Rendered by two documents: share.html (no router there) and index.html. */
export default function ShareRoute({ shareId }: { shareId: string }) {
	return <h1>{shareId}</h1>;
}
