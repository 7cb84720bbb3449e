import { givenName } from "../../../worker/contract/accounts/accounts.ts";
import { APP_NAME } from "../../lib/i18n/app-name.ts";
import { useCreator } from "../../lib/session/session.tsx";
import type { Owner } from "./active-upload.ts";

export function useOwner(): Owner {
	const creator = useCreator();
	return { id: creator.id, mark: givenName(creator) ?? APP_NAME };
}
