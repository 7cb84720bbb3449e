import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

const OPEN_MS = 700;
const SKIP_MS = 300;

/** Tooltips inside share their delay: 700 ms, or none within 300 ms of another. */
export function TooltipGroup({ children }: { children: ReactNode }) {
	return (
		<Radix.Provider delayDuration={OPEN_MS} skipDelayDuration={SKIP_MS}>
			{children}
		</Radix.Provider>
	);
}

export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
	return (
		<Radix.Root>
			<Radix.Trigger asChild>{children}</Radix.Trigger>
			<Radix.Portal container={document.getElementById("main") ?? document.body}>
				<Radix.Content
					sideOffset={6}
					collisionPadding={8}
					className="z-50 max-w-64 animate-rise rounded-control bg-ink px-3 py-1.5 text-13 text-paper"
				>
					{text}
				</Radix.Content>
			</Radix.Portal>
		</Radix.Root>
	);
}
