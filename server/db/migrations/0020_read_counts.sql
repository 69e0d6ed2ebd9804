-- Waits for changes of the curriculum (the advisory lock `courses`), which write lessons and readings in either order.
SELECT pg_advisory_xact_lock(7260302);--> statement-breakpoint
CREATE TABLE "read_counts" (
	"user_id" text NOT NULL,
	"course_id" text NOT NULL,
	"reads" integer NOT NULL,
	CONSTRAINT "read_counts_user_id_course_id_pk" PRIMARY KEY("user_id","course_id")
);
--> statement-breakpoint
CREATE INDEX "lesson_reads_lesson" ON "lesson_reads" USING btree ("lesson_id");--> statement-breakpoint
-- Adds to the numbers of readings, in one order of rows, so that two calls at once cannot block each other for good; a
-- row that reaches 0 is deleted. Null arrays, which an empty change has, add nothing.
CREATE FUNCTION add_reads(of_users text[], in_courses text[], additions integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	WITH change AS MATERIALIZED (
		SELECT * FROM unnest(of_users, in_courses, additions) change (user_id, course_id, reads)
	), emptied AS (
		DELETE FROM read_counts known USING change
		WHERE known.user_id = change.user_id AND known.course_id = change.course_id AND known.reads + change.reads <= 0
		RETURNING known.user_id, known.course_id
	)
	INSERT INTO read_counts AS known (user_id, course_id, reads)
	SELECT user_id, course_id, reads FROM change
	WHERE (user_id, course_id) NOT IN (SELECT user_id, course_id FROM emptied)
	ORDER BY user_id, course_id
	ON CONFLICT (user_id, course_id) DO UPDATE SET reads = known.reads + excluded.reads;
END $$;
--> statement-breakpoint
-- Counts new and deleted readings. Locks the courses of their lessons first, so that none of the lessons is moved or
-- deleted until the transaction ends; while the function waited for a lock, a lesson may have moved to another course.
CREATE FUNCTION count_readings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	course_ids text[];
	locked_ids text[];
BEGIN
	LOOP
		SELECT array_agg(DISTINCT s.course_id) INTO course_ids
		FROM changed
		JOIN lessons l ON l.id = changed.lesson_id
		JOIN chapters ch ON ch.id = l.chapter_id
		JOIN sections s ON s.id = ch.section_id;
		IF course_ids IS NULL THEN RETURN NULL; END IF;
		EXIT WHEN course_ids = locked_ids;
		PERFORM FROM courses WHERE id = ANY (course_ids) ORDER BY id FOR SHARE;
		locked_ids := course_ids;
	END LOOP;
	PERFORM add_reads(array_agg(user_id), array_agg(course_id), array_agg(reads))
	FROM (
		SELECT changed.user_id, s.course_id, (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*))::integer AS reads
		FROM changed
		JOIN lessons l ON l.id = changed.lesson_id
		JOIN chapters ch ON ch.id = l.chapter_id
		JOIN sections s ON s.id = ch.section_id
		GROUP BY changed.user_id, s.course_id
	) change;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Counts the readings of lessons that were inserted (also from the trash), moved to another course or deleted. Locks the
-- courses: waits for readings that are being counted.
CREATE FUNCTION count_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	lesson_ids text[];
	course_ids text[];
	signs integer[];
BEGIN
	IF TG_OP = 'INSERT' THEN
		SELECT array_agg(l.id), array_agg(s.course_id), array_agg(1) INTO lesson_ids, course_ids, signs
		FROM lessons_after l JOIN chapters ch ON ch.id = l.chapter_id JOIN sections s ON s.id = ch.section_id
		WHERE EXISTS (SELECT FROM lesson_reads r WHERE r.lesson_id = l.id);
	ELSIF TG_OP = 'DELETE' THEN
		SELECT array_agg(l.id), array_agg(s.course_id), array_agg(-1) INTO lesson_ids, course_ids, signs
		FROM lessons_before l JOIN chapters ch ON ch.id = l.chapter_id JOIN sections s ON s.id = ch.section_id;
	ELSE
		SELECT array_agg(lessons_after.id), array_agg(s.course_id), array_agg(place.sign) INTO lesson_ids, course_ids, signs
		FROM lessons_before JOIN lessons_after USING (id)
		CROSS JOIN LATERAL (VALUES (lessons_before.chapter_id, -1), (lessons_after.chapter_id, 1)) place (chapter_id, sign)
		JOIN chapters ch ON ch.id = place.chapter_id
		JOIN sections s ON s.id = ch.section_id
		WHERE lessons_before.chapter_id <> lessons_after.chapter_id;
	END IF;
	IF lesson_ids IS NULL THEN RETURN NULL; END IF;
	PERFORM FROM courses WHERE id = ANY (course_ids) ORDER BY id FOR NO KEY UPDATE;
	PERFORM add_reads(array_agg(user_id), array_agg(course_id), array_agg(reads))
	FROM (
		SELECT r.user_id, moved.course_id, sum(moved.sign)::integer AS reads
		FROM unnest(lesson_ids, course_ids, signs) moved (lesson_id, course_id, sign)
		JOIN lesson_reads r ON r.lesson_id = moved.lesson_id
		GROUP BY r.user_id, moved.course_id
		HAVING sum(moved.sign) <> 0
	) change;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Deletes what is below a row before the row itself: a foreign key would delete it afterwards, when the course of the
-- lessons can no longer be found.
CREATE FUNCTION delete_below() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'courses' THEN
		DELETE FROM sections WHERE course_id = OLD.id;
	ELSIF TG_TABLE_NAME = 'sections' THEN
		DELETE FROM chapters WHERE section_id = OLD.id;
	ELSE
		DELETE FROM lessons WHERE chapter_id = OLD.id;
	END IF;
	RETURN OLD;
END $$;
--> statement-breakpoint
-- Counts two courses again between which a section or chapter was moved, which no build of the server does.
CREATE FUNCTION recount_courses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	course_ids text[];
BEGIN
	IF TG_TABLE_NAME = 'sections' THEN
		course_ids := ARRAY[OLD.course_id, NEW.course_id];
	ELSE
		SELECT array_agg(course_id) INTO course_ids FROM sections WHERE id IN (OLD.section_id, NEW.section_id);
	END IF;
	PERFORM FROM courses WHERE id = ANY (course_ids) ORDER BY id FOR NO KEY UPDATE;
	DELETE FROM read_counts WHERE course_id = ANY (course_ids);
	INSERT INTO read_counts (user_id, course_id, reads)
	SELECT r.user_id, s.course_id, count(*)
	FROM sections s
	JOIN chapters ch ON ch.section_id = s.id
	JOIN lessons l ON l.chapter_id = ch.id
	JOIN lesson_reads r ON r.lesson_id = l.id
	WHERE s.course_id = ANY (course_ids)
	GROUP BY r.user_id, s.course_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_new_readings AFTER INSERT ON lesson_reads REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION count_readings();--> statement-breakpoint
CREATE TRIGGER count_deleted_readings AFTER DELETE ON lesson_reads REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION count_readings();--> statement-breakpoint
CREATE TRIGGER count_new_lessons AFTER INSERT ON lessons REFERENCING NEW TABLE AS lessons_after
	FOR EACH STATEMENT EXECUTE FUNCTION count_lessons();--> statement-breakpoint
CREATE TRIGGER count_moved_lessons AFTER UPDATE ON lessons REFERENCING OLD TABLE AS lessons_before NEW TABLE AS lessons_after
	FOR EACH STATEMENT EXECUTE FUNCTION count_lessons();--> statement-breakpoint
CREATE TRIGGER count_deleted_lessons AFTER DELETE ON lessons REFERENCING OLD TABLE AS lessons_before
	FOR EACH STATEMENT EXECUTE FUNCTION count_lessons();--> statement-breakpoint
CREATE TRIGGER delete_sections BEFORE DELETE ON courses FOR EACH ROW EXECUTE FUNCTION delete_below();--> statement-breakpoint
CREATE TRIGGER delete_chapters BEFORE DELETE ON sections FOR EACH ROW EXECUTE FUNCTION delete_below();--> statement-breakpoint
CREATE TRIGGER delete_lessons BEFORE DELETE ON chapters FOR EACH ROW EXECUTE FUNCTION delete_below();--> statement-breakpoint
CREATE TRIGGER count_moved_sections AFTER UPDATE OF course_id ON sections
	FOR EACH ROW WHEN (OLD.course_id <> NEW.course_id) EXECUTE FUNCTION recount_courses();--> statement-breakpoint
CREATE TRIGGER count_moved_chapters AFTER UPDATE OF section_id ON chapters
	FOR EACH ROW WHEN (OLD.section_id <> NEW.section_id) EXECUTE FUNCTION recount_courses();
