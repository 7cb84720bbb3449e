import { APP_NAME } from "../lib/i18n/app-name.ts";

export function Wordmark() {
	return (
		<span className="flex items-center gap-2 font-display font-bold text-21 tracking-tight">
			<svg aria-hidden="true" viewBox="0 0 32 32" className="size-7">
				<rect width="32" height="32" rx="8" className="fill-primary" />
				<path
					d="M7 12.5h18M9 12.5V22a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-9.5M16 6v11m-3.5-3.5L16 17l3.5-3.5"
					className="fill-none stroke-primary-content"
					strokeWidth="2.2"
					strokeLinecap="round"
					strokeLinejoin="round"
				/>
			</svg>
			{APP_NAME}
		</span>
	);
}
