import {
	type BoundFunctions,
	type queries,
	type RenderResult,
	render,
	within,
} from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";

type Options = {
	at?: string;
	responses?: Record<string, unknown>;
};

type Shown = BoundFunctions<typeof queries> &
	Pick<RenderResult, "container" | "unmount"> & { user: UserEvent };

export function show(element: ReactElement, { at = "/", responses = {} }: Options = {}): Shown {
	const user = userEvent.setup();
	const { container, baseElement, unmount } = render(element, {
		wrapper: ({ children }) => (
			<SWRConfig
				value={{ provider: () => new Map(), fallback: responses, revalidateOnMount: false }}
			>
				<MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
			</SWRConfig>
		),
	});
	return { ...within(baseElement), container, unmount, user };
}
