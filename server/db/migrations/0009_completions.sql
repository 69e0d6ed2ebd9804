CREATE TABLE "completions" (
	"user_id" text NOT NULL,
	"course_id" text NOT NULL,
	"completed_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"course_title" text NOT NULL,
	"lessons" jsonb NOT NULL,
	"question_sets" jsonb NOT NULL,
	CONSTRAINT "completions_user_id_course_id_pk" PRIMARY KEY("user_id","course_id")
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "added_at" timestamp (3) with time zone;--> statement-breakpoint
WITH lesson AS MATERIALIZED (
	SELECT c.id AS course_id, c.title AS course_title, l.id, l.title,
		row_number() OVER (PARTITION BY c.id ORDER BY s."order", ch."order", l."order", l.id) AS place
	FROM courses c
	JOIN sections s ON s.course_id = c.id
	JOIN chapters ch ON ch.section_id = s.id
	JOIN lessons l ON l.chapter_id = ch.id
	WHERE c.status = 'published'
), completed AS (
	SELECT r.user_id, lesson.course_id, max(r.read_at) AS completed_at
	FROM lesson JOIN lesson_reads r ON r.lesson_id = lesson.id
	GROUP BY r.user_id, lesson.course_id
	HAVING count(*) = (SELECT count(*) FROM lesson other WHERE other.course_id = lesson.course_id)
)
INSERT INTO completions (user_id, course_id, completed_at, recorded_at, course_title, lessons, question_sets)
SELECT completed.user_id, completed.course_id, completed.completed_at, statement_timestamp(), min(lesson.course_title),
	jsonb_agg(jsonb_build_object('lessonId', lesson.id, 'title', lesson.title,
		'readAt', to_char(r.read_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY lesson.place),
	coalesce((
		SELECT jsonb_agg(jsonb_build_object('questionSetId', best.id, 'title', best.title,
			'bestScore', best.score, 'maxScore', best.max_score) ORDER BY best.place, best."order", best.id)
		FROM (
			SELECT DISTINCT ON (qs.id) qs.id, qs.title, qs."order", lesson.place, sub.max_score,
				max(sub.score) OVER (PARTITION BY qs.id, sub.max_score) AS score
			FROM lesson
			JOIN question_sets qs ON qs.lesson_id = lesson.id
			JOIN submits sub ON sub.question_set_id = qs.id AND sub.user_id = completed.user_id
			WHERE lesson.course_id = completed.course_id
			ORDER BY qs.id, sub.studied_at DESC, sub.received_at DESC, sub.id DESC
		) best), '[]'::jsonb)
FROM completed
JOIN lesson ON lesson.course_id = completed.course_id
JOIN lesson_reads r ON r.user_id = completed.user_id AND r.lesson_id = lesson.id
GROUP BY completed.user_id, completed.course_id, completed.completed_at;