export function avatarPath(avatarId: string | null): string | null {
	return avatarId && `/avatars/${avatarId}`;
}

export function avatarPrefix(userId: string): string {
	return `avatars/${userId}/`;
}
