/** What is known about a program that asks for access, by label. */
export function FactList({ facts }: { facts: readonly (readonly [string, string | undefined])[] }) {
	return (
		<dl className="grid gap-x-6 gap-y-1 text-15 sm:grid-cols-[auto_1fr]">
			{facts.map(([name, value]) => (
				<div key={name} className="contents">
					<dt className="text-muted">{name}</dt>
					<dd className="wrap-anywhere mb-2 sm:mb-0">{value}</dd>
				</div>
			))}
		</dl>
	);
}
