import Ellipsis from "icons:ellipsis";
import { DropdownMenu } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon, type IconBody } from "./icon.tsx";

/** Menus render inside the main landmark, so that all content is in a landmark. */
const mainPart = () => document.getElementById("main") ?? document.body;

/** Not modal, so it needs no inline styles, which our policy would block. */
export function Menu({
	trigger,
	align = "end",
	children,
}: {
	trigger: ReactElement;
	align?: "start" | "end";
	children: ReactNode;
}) {
	return (
		<DropdownMenu.Root modal={false}>
			<DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
			<DropdownMenu.Portal container={mainPart()}>
				<DropdownMenu.Content
					align={align}
					sideOffset={6}
					collisionPadding={12}
					className="z-40 min-w-52 animate-rise rounded-control border border-line bg-surface p-1.5 shadow-float"
				>
					{children}
				</DropdownMenu.Content>
			</DropdownMenu.Portal>
		</DropdownMenu.Root>
	);
}

export function MoreMenu({ label, children }: { label: string; children: ReactNode }) {
	return (
		<Menu
			trigger={
				<button
					type="button"
					className="btn btn-ghost btn-square btn-sm text-muted"
					aria-label={label}
				>
					<Icon of={Ellipsis} />
				</button>
			}
		>
			{children}
		</Menu>
	);
}

const ITEM =
	"flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-md px-3 outline-none select-none data-[highlighted]:bg-faint";

export function MenuItem({
	icon,
	danger,
	onSelect,
	children,
}: {
	icon?: IconBody;
	danger?: boolean;
	onSelect: () => void;
	children: ReactNode;
}) {
	return (
		<DropdownMenu.Item
			className={classes(ITEM, danger ? "text-error" : "text-ink")}
			onSelect={onSelect}
		>
			{icon && <Icon of={icon} className={danger ? "" : "text-muted"} />}
			{children}
		</DropdownMenu.Item>
	);
}

/** Its child element gets the item's style. */
export function MenuLink({ children }: { children: ReactElement }) {
	return (
		<DropdownMenu.Item asChild className={ITEM}>
			{children}
		</DropdownMenu.Item>
	);
}

export function MenuChoices<T extends string>({
	label,
	value,
	options,
	onChange,
}: {
	label: string;
	value: T;
	options: readonly { value: T; label: string }[];
	onChange: (value: T) => void;
}) {
	return (
		<DropdownMenu.RadioGroup
			aria-label={label}
			value={value}
			onValueChange={(chosen) => {
				const option = options.find((one) => one.value === chosen);
				if (option) onChange(option.value);
			}}
		>
			<DropdownMenu.Label className="px-3 pt-2 pb-1 text-13 text-muted">{label}</DropdownMenu.Label>
			{options.map((option) => (
				<DropdownMenu.RadioItem key={option.value} value={option.value} className={ITEM}>
					<span className="w-4 text-primary">
						<DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
					</span>
					{option.label}
				</DropdownMenu.RadioItem>
			))}
		</DropdownMenu.RadioGroup>
	);
}

export function MenuLine() {
	return <DropdownMenu.Separator className="mx-2 my-1.5 h-px bg-line" />;
}
