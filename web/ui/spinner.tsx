type Props = { label: string; className?: string };

export function Spinner({ label, className }: Props) {
	return (
		<span role="status" className={className}>
			<span aria-hidden="true" className="loading loading-spinner loading-sm" />
			<span className="sr-only">{label}</span>
		</span>
	);
}

export function PageSpinner({ label }: { label: string }) {
	return (
		<div className="grid min-h-dvh place-items-center pb-[40dvh] text-muted">
			<Spinner label={label} />
		</div>
	);
}
