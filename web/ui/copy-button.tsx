import Check from "icons:check";
import Copy from "icons:copy";
import type { ComponentProps } from "react";
import { useCopy } from "../lib/page/use-copy.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

type Props = Pick<ComponentProps<typeof Button>, "size" | "tone" | "aria-label"> & {
	text: string;
	label: string;
	copied: string;
	onCopied?: (() => void) | undefined;
	onFailed?: () => void;
};

export function CopyButton({ text, label, copied: done, onCopied, onFailed, ...button }: Props) {
	const { copied, copy } = useCopy();
	return (
		<Button
			{...button}
			icon={<Icon of={copied ? Check : Copy} size={button.size === "sm" ? 18 : 20} />}
			onClick={async () => ((await copy(text)) ? onCopied?.() : onFailed?.())}
		>
			<span aria-live="polite">{copied ? done : label}</span>
		</Button>
	);
}
