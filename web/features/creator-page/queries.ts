import { useMemo } from "react";
import useSWR from "swr";
import type {
	CreatorPage,
	InlinedCreator,
} from "../../../worker/pages/storefront/contract/creator-page.ts";
import { client, readJson } from "../../lib/server/client.ts";
import { ApiFailure } from "../../lib/server/failure.ts";

const creator = client.api.creators[":handle"];

export function useCreatorPage(handle: string, inlined: InlinedCreator | null) {
	const param = { handle };
	const {
		data,
		error,
		mutate: retry,
	} = useSWR<CreatorPage>(inlined ? null : creator.$path({ param }), () =>
		readJson(creator.$get({ param })),
	);
	const refused = useMemo(
		() => inlined?.refusal && new ApiFailure(inlined.refusal.status, inlined.refusal),
		[inlined],
	);
	return { page: inlined?.page ?? data, error: error ?? refused, retry: () => void retry() };
}
