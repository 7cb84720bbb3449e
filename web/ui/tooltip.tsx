import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

/** Names or explains a control. Its child must accept a ref. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
	return (
		<Radix.Provider>
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
		</Radix.Provider>
	);
}
