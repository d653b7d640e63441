// The connection's state, where screens can see it; it says when it is back.
// SPDX-License-Identifier: MIT
import { bell, renewDevice } from './bell.svelte';
import { tableAt } from './invite';
import { forgetFace, madeUp, myName } from './me';
import { net, type Message, type State } from './net';
import { unseen } from './notices';
import { route } from './route.svelte';
import { toasts, type Toast } from './toast.svelte';
import { t } from './words';

/** At one table only: other words. */
const there = (notice: Message): string => (notice.table && ['mute', 'ban'].includes(String(notice.of ?? notice.kind)) ? '.table' : '');

/** What the club's moderators have decided, or what waits for them. */
function noticed(notice: Message): Omit<Toast, 'id'> {
  if (notice.kind === 'report') return { kind: 'info', words: t('notice.report'), action: { words: t('club.reports'), run: () => route.go('/admin') } };
  if (notice.kind === 'invite') {
    const { at, key, seat } = notice as { at?: string; key?: string; seat?: number };
    const [words, go] = seat === undefined ? ['notice.invite', 'notice.invite.go'] : ['notice.invite.seat', 'notice.invite.sit'];
    return { kind: 'info', words: t(words, { by: String(notice.by), game: String(notice.title) }), action: { words: t(go), run: () => route.go(tableAt(String(at), key, seat)) } };
  }
  if (notice.kind === 'bot') return { kind: 'info', words: String(notice.words) };
  if (notice.kind === 'lifted') {
    const go = notice.table ? { action: { words: t('notice.invite.go'), run: () => route.go(`/table/${String(notice.table)}`) } } : {};
    return { kind: 'good', words: t(`notice.lifted.${String(notice.of)}${there(notice)}`), ...go };
  }
  return { kind: 'refused', words: t(`notice.${String(notice.kind)}${there(notice)}`, { words: String(notice.words) }) };
}

class Connection {
  state: State = $state('off');
  private lost = false;

  constructor() {
    net.name = myName;
    net.otherName = madeUp;
    net.onState = (now) => {
      if (now === 'on' && this.lost) toasts.show({ kind: 'good', words: t('table.net.back') });
      if (now === 'off' && this.state !== 'off') this.lost = true;
      if (now === 'on') this.lost = false;
      this.state = now;
    };
    net.onNotice = (notice) => {
      toasts.show(noticed(notice));
      if (!['invite', 'report', 'bot', 'lifted'].includes(String(notice.kind))) unseen().catch(() => {}); // it need not be said again
    };
    net.onSeat = (m) => {
      const to = `/table/${String(m.table)}`;
      const words = t('event.seat', { name: String(m.name), round: Number(m.round) });
      toasts.show({ kind: 'good', words, action: { words: t('event.go'), run: () => route.go(to) } });
    };
    net.onBell = (m) => bell.hear(m);
    net.onForget = () => {
      bell.forget();
      forgetFace();
    };
    if (net.token) bell.load().then(renewDevice).catch(() => {});
    // Whoever has an account is told of invitations on every screen.
    if (net.token) net.person().then((me) => me.account && this.welcome(), () => {});
    addEventListener('online', () => net.hurry());
    document.addEventListener('visibilitychange', () => {
      net.showing();
      if (document.visibilityState === 'visible') net.hurry();
    });
  }

  private welcome(): void {
    net.open();
    unseen().then((all) => all.forEach((n) => toasts.show(noticed({ t: 'notice', ...n }))), () => {});
  }
}

export const connection = new Connection();
