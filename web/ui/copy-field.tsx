import Check from "icons:check";
import Copy from "icons:copy";
import type { ReactNode } from "react";
import { useCopy } from "../lib/page/use-copy.ts";
import { Field } from "./field.tsx";
import { Icon } from "./icon.tsx";

type Props = {
	label: ReactNode;
	value: string;
	copyLabel: string;
	copiedLabel: string;
	onCopied?: () => void;
	onFailed: () => void;
};

export function CopyField({ label, value, copyLabel, copiedLabel, onCopied, onFailed }: Props) {
	const { copied, copy } = useCopy();
	return (
		<Field label={label}>
			{(wiring) => (
				<div className="flex gap-2">
					<input
						{...wiring}
						readOnly
						value={value}
						className="input tabular min-w-0 flex-1"
						onFocus={(event) => event.target.select()}
					/>
					<button
						type="button"
						className="btn btn-primary"
						onClick={async () => ((await copy(value)) ? onCopied?.() : onFailed())}
					>
						<Icon of={copied ? Check : Copy} />
						<span aria-live="polite">{copied ? copiedLabel : copyLabel}</span>
					</button>
				</div>
			)}
		</Field>
	);
}
