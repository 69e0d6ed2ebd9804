/** The own account: details and password, each with a form that loads when opened; one form at a time. */
import { Button, Card, Skeleton } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';

import { useMe } from '@/queries/me';
import { focusFirstField, takeFocusOfForm } from '@/ui/keys/form-focus';
import { lazyAsked } from '@/ui/lazy-asked';
import { showToast } from '@/ui/notices/toast';

import { emailWords } from './ProfileFacts';

import classes from './AccountCard.module.css';
import '@mantine/core/styles/Skeleton.layer.css';

const DetailsForm = lazyAsked(() => import('./DetailsForm').then((module) => module.DetailsForm));
const PasswordForm = lazyAsked(() => import('./PasswordForm').then((module) => module.PasswordForm));

type Part = 'details' | 'password';

/** Returns the focus, when a form closes, to the button that opened the form. */
function useFocusFor(open: Part | undefined) {
  const place = useRef<HTMLDivElement>(null);
  const last = useRef<Part>(undefined);
  useEffect(() => {
    if (!open && last.current) {
      takeFocusOfForm(place.current?.querySelector<HTMLElement>(`button[data-part="${last.current}"]`));
    }
    last.current = open;
  }, [open]);
  return place;
}

export function AccountCard() {
  const me = useMe();
  const [open, setOpen] = useState<Part>();
  const place = useFocusFor(open);
  const close = () => setOpen(undefined);
  const handleSaved = (label: string) => {
    close();
    void showToast('success', `${label}を変更しました`);
  };
  const parts = [
    {
      part: 'details',
      label: '氏名・メールアドレス',
      value: emailWords(me),
      Form: DetailsForm,
    },
    { part: 'password', label: 'パスワード', value: '••••••••', Form: PasswordForm },
  ] as const;
  return (
    <Card component="section" aria-labelledby="account" className={classes.card}>
      <h2 id="account" className="m-0 text-xl">
        アカウント
      </h2>
      <div ref={place}>
        {parts.map(({ part, label, value, Form }) => (
          <div key={part} className={classes.part}>
            <div className="row justify-between gap-12 touch">
              <div className="min-w-0">
                <h3 className="m-0 text-lg">{label}</h3>
                {open !== part && (
                  <span className="c-muted text-sm" translate="no">
                    {part === 'details' ? `${me.name} ・ ${value}` : value}
                  </span>
                )}
              </div>
              {/* Hidden while a form is open, because opening another would discard typed text. */}
              {!open && (
                <Button variant="default" data-part={part} aria-label={`${label}を変更`} onClick={() => setOpen(part)}>
                  変更
                </Button>
              )}
            </div>
            {open === part && (
              <Suspense fallback={<Skeleton height={240} />}>
                <div ref={focusFirstField} className={classes.form}>
                  <Form onSaved={() => handleSaved(label)} onCancel={close} onMissing={close} />
                </div>
              </Suspense>
            )}
          </div>
        ))}
      </div>
    </Card>
  );
}
