type Props = { label: string; className?: string };

/** Something is on its way; the label says what, to screen readers. */
export function Spinner({ label, className }: Props) {
	return (
		<span role="status" className={className}>
			<span aria-hidden="true" className="loading loading-spinner loading-sm" />
			<span className="sr-only">{label}</span>
		</span>
	);
}

/** A page that waits. */
export function PageSpinner({ label }: { label: string }) {
	return (
		<div className="grid min-h-dvh place-items-center pb-[40dvh] text-muted">
			<Spinner label={label} />
		</div>
	);
}
