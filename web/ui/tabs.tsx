import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

type Tab = { value: string; label: ReactNode; content: ReactNode };

export function Tabs({
	label,
	tabs,
	value,
	onChange,
}: {
	label: string;
	tabs: readonly Tab[];
	value: string;
	onChange: (value: string) => void;
}) {
	return (
		<Radix.Root value={value} onValueChange={onChange}>
			<Radix.List
				aria-label={label}
				className="mb-6 grid auto-cols-fr grid-flow-col gap-1 rounded-control border border-line bg-paper p-1"
			>
				{tabs.map((tab) => (
					<Radix.Trigger
						key={tab.value}
						value={tab.value}
						className="min-h-10 cursor-pointer rounded-lg px-1 font-medium text-muted transition-colors duration-150 data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-[0_0_0_1px_var(--color-line)]"
					>
						{tab.label}
					</Radix.Trigger>
				))}
			</Radix.List>
			{tabs.map((tab) => (
				<Radix.Content key={tab.value} value={tab.value}>
					{tab.content}
				</Radix.Content>
			))}
		</Radix.Root>
	);
}
