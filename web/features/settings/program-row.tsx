import type { ReactNode } from "react";
import type { Scope } from "../../../worker/contract/accounts/access-tokens.ts";

type Props = {
	name: ReactNode;
	/** one below the other, after the name; null and false are left out */
	facts: readonly (string | null | false)[];
	scopes?: readonly Scope[];
	action: ReactNode;
	/** shown before the permissions */
	children?: ReactNode;
};

export function ProgramRow({ name, facts, scopes = [], action, children }: Props) {
	return (
		<li className="flex flex-wrap items-start justify-between gap-3 py-3">
			<div className="min-w-0 flex-1 basis-48">
				<p className="font-medium wrap-anywhere">{name}</p>
				<p className="text-13 text-muted wrap-anywhere">{facts.filter(Boolean).join(" · ")}</p>
			</div>
			{action}
			<p className="-mt-2 flex w-full flex-wrap gap-1.5">
				{children}
				{scopes.map((scope) => (
					<code key={scope} className="rounded-control bg-faint px-1.5 text-13">
						{scope}
					</code>
				))}
			</p>
		</li>
	);
}
